//! Work of the engine that is shared out among threads, compiled once for all games: rayon's own iterators
//! would be compiled for every game anew, a tenth of all its code.

use crate::Fault;
use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What `work` makes of 0, 1, ... up to `count`, in this order. After a fault, what has a larger number is
/// left out, so that the fault of the smallest number is returned, however many threads there are.
pub(crate) fn each<T: Send + Sync>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, Fault> + Sync),
) -> Result<Vec<T>, Fault> {
    let done: Vec<OnceLock<Result<T, Fault>>> = (0..count).map(|_| OnceLock::new()).collect();
    share_out(count, &|number| {
        let made = work(number);
        let goes_on = made.is_ok();
        // Every number is given out once.
        let _ = done[number].set(made);
        goes_on
    });
    done.into_iter().map_while(OnceLock::into_inner).collect()
}

/// Calls `work` with every number below `count`, until it says that those behind one need not be done.
fn share_out(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let end = AtomicUsize::new(count);
    (0..count).into_par_iter().for_each(|number| {
        if number < end.load(Ordering::Relaxed) && !work(number) {
            end.fetch_min(number, Ordering::Relaxed);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FaultKind;

    fn fault(number: usize) -> Fault {
        Fault::new(FaultKind::Internal, number.to_string(), number.to_string())
    }

    #[test]
    fn what_is_made_comes_in_the_order_of_the_numbers() {
        let squares: Vec<usize> = (0..1000).map(|number| number * number).collect();
        assert_eq!(each(1000, &|number| Ok(number * number)), Ok(squares));
        assert_eq!(each::<u8>(0, &|_| unreachable!()), Ok(vec![]));
    }

    #[test]
    fn the_first_fault_is_returned_whichever_thread_is_faster() {
        let slow = |number: usize| {
            if number == 300 {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            if number >= 300 { Err(fault(number)) } else { Ok(number) }
        };
        for _ in 0..20 {
            assert_eq!(each(1000, &slow), Err(fault(300)));
        }
    }
}
