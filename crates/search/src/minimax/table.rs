//! A transposition table: what is known of positions seen before.
//!
//! A fixed number of 16-byte entries with the whole key in each, so that two positions are confused only if
//! their keys are equal. A new result replaces that of another position, and that of the same position unless
//! the old one is deeper.

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: u64,
    pub value: f32,
    /// The best move, as its index in the order of generation.
    pub best: u16,
    pub depth: u8,
    pub kind: Kind,
}

/// No position has this depth: the entry is free.
const FREE: u8 = u8::MAX;
/// Instead of a depth: the value contains no evaluation, so it holds at every depth.
pub const TO_THE_END: u8 = u8::MAX - 1;

/// Small tables stay in the cache, and a short search need not clear megabytes.
const FIRST_ENTRIES: usize = 1 << 15;

pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    most_entries: usize,
}

impl Table {
    /// A table of at most this many bytes. It starts small and doubles when a quarter of it is used.
    pub fn new(bytes: usize) -> Table {
        let most_entries = 1usize << (bytes / size_of::<Entry>()).max(1).ilog2();
        Table { entries: free(most_entries.min(FIRST_ENTRIES)), used: 0, most_entries }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The high bits of the product depend on all bits of the key. A whole mix would put entries
        // elsewhere, and with another entry replaced a search visits other nodes: the signature would change.
        (key.wrapping_mul(yomi_bits::GOLDEN) >> 20) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.depth != FREE).then_some(entry)
    }

    #[inline]
    pub fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let old = &mut self.entries[place];
        if old.depth == FREE {
            *old = entry;
            self.used += 1;
            if 4 * self.used > self.entries.len() {
                self.grow();
            }
        } else if old.key != entry.key || old.depth <= entry.depth || old.depth == TO_THE_END {
            // A position with a bound that holds to the end is searched again only if the bound did not
            // answer.
            *old = entry;
        }
    }

    #[cold]
    fn grow(&mut self) {
        // While both are in memory they must fit under the cap together.
        if self.entries.len() * 2 + self.entries.len() > self.most_entries {
            return;
        }
        let old = std::mem::take(&mut self.entries);
        self.entries = free(old.len() * 2);
        self.used = 0;
        for entry in old.into_iter().filter(|e| e.depth != FREE) {
            let place = self.place(entry.key);
            self.used += usize::from(self.entries[place].depth == FREE);
            self.entries[place] = entry;
        }
    }
}

fn free(count: usize) -> Vec<Entry> {
    vec![Entry { key: 0, value: 0.0, best: 0, depth: FREE, kind: Kind::Exact }; count]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8) -> Entry {
        Entry { key, value: key as f32, best: 1, depth, kind: Kind::Exact }
    }

    #[test]
    fn growing_keeps_what_is_known_and_the_cap() {
        let cap = 1 << 21;
        let mut table = Table::new(cap);
        for key in 1..=10_000u64 {
            table.put(entry(key * 7919, 3));
            assert!(table.bytes() <= cap);
        }
        assert!(table.bytes() > FIRST_ENTRIES * size_of::<Entry>());
        let known = (1..=10_000u64)
            .filter(|key| table.get(key * 7919).is_some_and(|e| e.value == (key * 7919) as f32));
        assert!(known.count() > 7_000);
    }

    #[test]
    fn deeper_results_stay_and_other_positions_replace() {
        let mut table = Table::new(size_of::<Entry>());
        table.put(entry(5, 9));
        table.put(entry(5, 3));
        assert_eq!(table.get(5).unwrap().depth, 9);
        table.put(entry(6, 1));
        assert!(table.get(5).is_none() && table.get(6).is_some());
    }
}
