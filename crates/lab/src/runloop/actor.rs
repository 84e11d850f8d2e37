//! One actor per source (ractor on one thread of tokio). The actor of the packets sends itself a message for each
//! packet or batch; in between, the runtime polls descriptors and runs the other actors.
use crate::cpu_time;
use anyhow::anyhow;
use ractor::thread_local::{ThreadLocalActor, ThreadLocalActorSpawner};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::marker::PhantomData;
use tokio::net::UnixStream;
use tokio::sync::oneshot;

/// The work that the packets' actor does for each packet.
pub(super) trait Work: 'static {
    /// Its result.
    type Out: Send + 'static;
    /// Processes a packet. Returns false if there is none.
    fn one(&mut self) -> bool;
    /// Ends the work and returns its result.
    fn finish(self) -> Self::Out;
}

/// The actor of the packets.
struct Memory<W>(PhantomData<W>);

impl<W> Default for Memory<W> {
    fn default() -> Self {
        Memory(PhantomData)
    }
}

/// The result of a run: the work's result, the time in ns and the number of messages.
pub(super) struct Ran<O> {
    pub(super) out: O,
    pub(super) nanos: f64,
    pub(super) messages: u64,
}

struct Start<W: Work> {
    make: Box<dyn FnOnce() -> W + Send>,
    batch: u32,
    descriptors: usize,
    done: oneshot::Sender<Ran<W::Out>>,
}

struct State<W: Work> {
    work: Option<W>,
    batch: u32,
    messages: u64,
    /// The CPU time of the process at the start.
    began: u64,
    done: Option<oneshot::Sender<Ran<W::Out>>>,
    /// The other ends of the idle descriptors.
    _others: Vec<UnixStream>,
}

impl<W: Work> ThreadLocalActor for Memory<W> {
    type Msg = ();
    type State = State<W>;
    type Arguments = Start<W>;

    async fn pre_start(&self, _: ActorRef<()>, start: Start<W>) -> Result<State<W>, ActorProcessingErr> {
        let mut others = Vec::new();
        for _ in 0..start.descriptors {
            let (near, far) = UnixStream::pair()?;
            others.push(far);
            let (quiet, _) = Actor::spawn(None, Quiet, ()).await?;
            tokio::spawn(watch(near, quiet));
        }
        Ok(State {
            work: Some((start.make)()),
            batch: start.batch,
            messages: 0,
            began: cpu_time::process(),
            done: Some(start.done),
            _others: others,
        })
    }

    async fn handle(&self, me: ActorRef<()>, (): (), state: &mut State<W>) -> Result<(), ActorProcessingErr> {
        state.messages += 1;
        let Some(work) = &mut state.work else { return Ok(()) };
        for _ in 0..state.batch {
            if !work.one() {
                let nanos = (cpu_time::process() - state.began) as f64;
                if let (Some(work), Some(done)) = (state.work.take(), state.done.take()) {
                    // The receiver waits for this message.
                    let _ = done.send(Ran { out: work.finish(), nanos, messages: state.messages });
                }
                me.stop(None);
                return Ok(());
            }
        }
        me.cast(())?;
        Ok(())
    }
}

/// The actor of a descriptor that never becomes ready.
struct Quiet;

impl Actor for Quiet {
    type Msg = ();
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<()>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }
}

/// Does all the work that `make` creates, with `batch` packets per message.
pub(super) fn run<W: Work>(
    batch: u32,
    descriptors: usize,
    make: impl FnOnce() -> W + Send + 'static,
) -> anyhow::Result<Ran<W::Out>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        let (done, finished) = oneshot::channel();
        let start = Start { make: Box::new(make), batch, descriptors, done };
        let (memory, handle) =
            ractor::spawn_local::<Memory<W>>(start, ThreadLocalActorSpawner::new()).await?;
        memory.cast(()).map_err(|e| anyhow!("the packets' actor takes no message: {e}"))?;
        let ran = finished.await?;
        handle.await?;
        Ok(ran)
    })
}

/// Tells an actor when its descriptor is readable, until the other end is closed.
async fn watch(stream: UnixStream, actor: ActorRef<()>) {
    while stream.readable().await.is_ok() {
        match stream.try_read(&mut [0; 64]) {
            Ok(0) => return,
            Ok(_) if actor.cast(()).is_err() => return,
            Ok(_) | Err(_) => {}
        }
    }
}
