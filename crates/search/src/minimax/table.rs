//! A transposition table: what is known of positions seen before.
//!
//! A fixed number of 16-byte entries with the whole key in each, so that no two positions are ever confused beyond what
//! the key itself confuses. A new result replaces an older one unless that one went deeper in the same search.

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
    /// The best move, as its place in the order of generation.
    pub best: u16,
    pub depth: u8,
    pub kind: Kind,
}

/// No position has this depth: the entry is free.
const FREE: u8 = u8::MAX;

pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

impl Table {
    /// With at most so many bytes, a power of two of entries.
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Entry>()).max(1);
        let count = 1usize << count.ilog2();
        let free = Entry { key: 0, value: 0.0, best: 0, depth: FREE, kind: Kind::Exact };
        Table { entries: vec![free; count], mask: count - 1 }
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The high bits of the product depend on all bits of the key.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) as usize & self.mask
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
        if old.depth == FREE || old.key != entry.key || old.depth <= entry.depth {
            *old = entry;
        }
    }
}
