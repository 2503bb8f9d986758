//! How a position was reached.

/// A step on the way to a position; following the parents gives the line.
pub struct Trail<A> {
    steps: Vec<(A, u32)>,
}

/// Instead of a parent: the line begins here.
pub const START: u32 = u32::MAX;

impl<A: Copy> Trail<A> {
    pub const BYTES_A_STEP: usize = size_of::<(A, u32)>();

    pub fn new() -> Self {
        Trail { steps: Vec::new() }
    }

    /// Adds a step after `parent` and returns its index.
    #[inline]
    pub fn push(&mut self, action: A, parent: u32) -> u32 {
        self.steps.push((action, parent));
        self.steps.len() as u32 - 1
    }

    /// The line that ends with this step.
    pub fn line(&self, last: u32) -> Vec<A> {
        let mut line = Vec::new();
        let mut at = last;
        while at != START {
            let (action, parent) = self.steps[at as usize];
            line.push(action);
            at = parent;
        }
        line.reverse();
        line
    }

    pub fn bytes(&self) -> usize {
        self.steps.capacity() * Self::BYTES_A_STEP
    }

    /// Bytes after `more` further steps; the list doubles when it is full.
    pub fn bytes_after(&self, more: usize) -> usize {
        let full = self.steps.len() + more > self.steps.capacity();
        let doubled = (2 * self.steps.capacity()).max(self.steps.len() + more);
        (if full { doubled } else { self.steps.capacity() }) * Self::BYTES_A_STEP
    }
}
