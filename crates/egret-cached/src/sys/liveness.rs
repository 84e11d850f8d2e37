//! Words that the kernel clears when this process dies, however it dies.
//!
//! The kernel zeroes one word a thread when that thread ends, unless it is the last one of its process. So every word
//! has two threads that do nothing else: whatever the order in which they die, one of them is not the last.
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
                // SAFETY: the kernel only keeps the address, and writes there when this thread ends. It is a word of
                // a mapping that lives until `Forget` has been answered, or 0 for none.
                unsafe { libc::syscall(libc::SYS_set_tid_address, word) };
                if outbox.send(()).is_err() {
                    break;
                }
            }
            // Its end would clear the word, and libc's own record of the thread has been given up: it never ends.
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

/// A word that is being watched.
pub(crate) struct Watched([Sentinel; 2]);

/// Threads that watch words, kept for reuse.
#[derive(Default)]
pub(crate) struct Liveness {
    idle: Vec<Watched>,
}

impl Liveness {
    /// Has the word at `address` cleared when the process ends. It must stay mapped until it is
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

    /// Ends the watch.
    pub(crate) fn release(&mut self, pair: Watched) {
        for s in &pair.0 {
            s.order(Order::Forget);
        }
        self.idle.push(pair);
    }
}
