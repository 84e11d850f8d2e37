//! Words in shared memory that the kernel clears when this process ends, even if a signal ends it.
//!
//! When a thread ends, the kernel clears one word that the thread has named (set_tid_address(2)), unless the thread is
//! the last one of its process. Therefore, two threads are dedicated to each word: in whatever order they end, one of
//! them is not the last.
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

enum Order {
    Watch(usize),
    Forget,
}

struct Sentinel {
    orders: Sender<Order>,
    done: Receiver<()>,
}

impl Sentinel {
    fn start() -> io::Result<Sentinel> {
        let (orders, inbox) = channel();
        let (outbox, done) = channel();
        std::thread::Builder::new().name("sentinel".into()).stack_size(64 << 10).spawn(move || {
            for order in inbox {
                let word = match order {
                    Order::Watch(word) => word,
                    Order::Forget => 0,
                };
                // SAFETY: the kernel stores the address and writes there when this thread ends. The address is 0, or
                // that of a word in a mapping that lives until `Forget` has been answered.
                unsafe { libc::syscall(libc::SYS_set_tid_address, word) };
                if outbox.send(()).is_err() {
                    break;
                }
            }
            // The thread must not end: that would clear the word, and libc no longer tracks this thread.
            loop {
                std::thread::park();
            }
        })?;
        Ok(Sentinel { orders, done })
    }

    fn order(&self, order: Order) {
        let _ = self.orders.send(order).map(|()| self.done.recv());
    }
}

/// A watched word.
pub(crate) struct Watched([Sentinel; 2]);

/// The pairs of threads that watch words; idle pairs are reused.
#[derive(Default)]
pub(crate) struct Liveness {
    idle: Vec<Watched>,
}

impl Liveness {
    /// Makes the kernel clear the word at `address` when the process ends. The word must stay mapped until it is
    /// [released](Self::release).
    pub(crate) fn watch(&mut self, address: usize) -> io::Result<Watched> {
        let pair = match self.idle.pop() {
            Some(pair) => pair,
            None => Watched([Sentinel::start()?, Sentinel::start()?]),
        };
        for s in &pair.0 {
            s.order(Order::Watch(address));
        }
        Ok(pair)
    }

    /// Stops watching the word.
    pub(crate) fn release(&mut self, pair: Watched) {
        for s in &pair.0 {
            s.order(Order::Forget);
        }
        self.idle.push(pair);
    }
}
