//! What scripts ask of the connections, on their way to the thread that holds them.
use super::Options;
use super::queues::{Queue, Queues};
use super::thread::Peers;
use crate::zmq::Counters;
use crate::zmq::net::{Again, Net};
use crate::{Caps, Hub};
use runloop::Waker;
use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

/// The hub's uplink to the processes that scripts name. Dropping it ends the thread after waiting messages have left or
/// half a second has passed.
pub struct Peering {
    orders: mpsc::Sender<Order>,
    /// Orders that wait for [`Peering::begin`].
    waiting: Mutex<Vec<Order>>,
    counters: Arc<Counters>,
    queues: Queues,
    is_over: Arc<AtomicBool>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

/// A request of a script.
pub(super) enum Order {
    Listen(TcpListener),
    Peer { host: String, port: u16, again: Again },
    Unpeer { host: String, port: u16 },
    Forward(String),
}

impl Peering {
    /// Makes the uplink of a hub, without connections.
    ///
    /// # Errors
    /// If the hub has an uplink, or the system has no more descriptors or threads.
    pub fn start(hub: &Hub, caps: Caps, options: Options) -> io::Result<Self> {
        // The mailbox exists before the thread has something to be woken by.
        let slot = Arc::new(OnceLock::<Waker>::new());
        let waking = Arc::clone(&slot);
        let wake = Box::new(move || {
            if let Some(waker) = waking.get() {
                waker.wake();
            }
        });
        let taken = || io::Error::new(io::ErrorKind::AlreadyExists, "this process has another carrier");
        let uplink = hub.uplink(caps, wake).ok_or_else(taken)?;
        let (counters, is_over) = (Arc::<Counters>::default(), Arc::<AtomicBool>::default());
        let (orders, asked) = mpsc::channel();
        let (sender, receiver) = mpsc::sync_channel(1);
        let (counting, ending) = (Arc::clone(&counters), Arc::clone(&is_over));
        let queues = Queues::new(options.recently);
        let watched = queues.clone();
        let run = move || {
            runloop::leave_signals_to_others();
            match Net::new(None, Arc::clone(&counting)) {
                Err(e) => drop(sender.send(Err(e))),
                Ok(net) => {
                    drop(sender.send(Ok(net.waker())));
                    let net = net.secured(options.tls);
                    Peers::new(net, uplink, counting, asked, (options.events, watched), options.rows)
                        .run(&ending);
                }
            }
        };
        let thread = std::thread::Builder::new().name("peering".to_owned()).spawn(run)?;
        let opened = receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the uplink's thread ended")));
        let waker = opened?;
        drop(slot.set(waker.clone()));
        waker.wake();
        let waiting = Mutex::default();
        Ok(Peering { orders, waiting, counters, queues, is_over, waker, thread: Some(thread) })
    }

    fn order(&self, order: Order) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(order);
    }

    /// Carries out the requests since the last call. Call this when a node has finished a turn:
    /// peers are greeted with the subscriptions of that moment.
    pub fn begin(&self) {
        let orders = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        if orders.is_empty() {
            return;
        }
        for order in orders {
            // This fails once the thread has ended, which it told the nodes.
            drop(self.orders.send(order));
        }
        self.waker.wake();
    }

    /// Accepts connections. Returns the address, with the port that the system chose if `at` has port 0.
    ///
    /// # Errors
    /// If the address is in use, or not an address of this machine.
    pub fn listen(&self, at: SocketAddr) -> io::Result<SocketAddr> {
        let listener = TcpListener::bind(at)?;
        let at = listener.local_addr()?;
        self.order(Order::Listen(listener));
        Ok(at)
    }

    /// Connects to a process. With `retry`, tries again after that time whenever it fails or the connection ends.
    pub fn peer(&self, host: &str, port: u16, retry: Option<Duration>) {
        let again = retry.map_or(Again::Never, Again::After);
        self.order(Order::Peer { host: host.to_owned(), port, again });
    }

    /// Ends the connection to a process and stops trying to connect to it.
    pub fn unpeer(&self, host: &str, port: u16) {
        self.order(Order::Unpeer { host: host.to_owned(), port });
    }

    /// Forwards events between peers, for topics with this prefix.
    pub fn forward(&self, prefix: &str) {
        self.order(Order::Forward(prefix.to_owned()));
    }

    /// The messages that wait for each peer, by its id.
    pub fn queues(&self) -> BTreeMap<Arc<str>, Queue> {
        self.queues.all()
    }

    /// Counters of messages, bytes and drops.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }
}

impl Drop for Peering {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
