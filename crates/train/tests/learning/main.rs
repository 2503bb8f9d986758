//! Training: the same bits again, on any number of threads, after any stop.

mod learn;
mod reads;
mod run;
