//! Manager and proxy: runs without frames that follow the workers, both on one thread.
//!
//! For a capture file, they advance through the times of a buffer's frames after all workers have processed the buffer,
//! and handle each event at the network time at which it was sent. So their output does not depend on how the workers'
//! threads are scheduled.
use super::progress::Progress;
use super::{Chunk, Message, OTHERS, Outcome, SUSPENDED};
use crate::error::RunError;
use crate::figures::{Board, Figures};
use crate::frame_handler::FrameHandler;
use crate::run::Run;
use crate::summary::Summary;
use capture::{Batch, SharedFrames};
use net_types::Timestamp;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};

/// The most rounds in which nodes of this thread answer each other's mail before the next message.
const ROUNDS: usize = 16;

/// Later than all mail.
const END: Timestamp = Timestamp::from_nanos(i64::MAX);

/// Processes messages until the reader has sent its last one; then ends the proxy, and last the manager.
pub(super) fn work(
    mut runs: Vec<Run>,
    messages: Receiver<Message>,
    (back, board): (Sender<Chunk>, Board),
    no_more: &Receiver<()>,
    progress: &Progress,
) -> Outcome {
    // Workers may have processed the first buffer by now. Its mail waits for its own time.
    let begins = if runs.iter().all(|run| run.follows_file()) { Timestamp::ZERO } else { END };
    let mut result = mail_until(&mut runs, begins);
    let mut buffers = 0;
    while result.is_ok() {
        let patience = runs.iter_mut().filter_map(Run::patience).min();
        let next = match patience {
            Some(wait) => messages.recv_timeout(wait),
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        result = match next {
            Ok(Message::Frames(frames)) => {
                buffers += 1;
                progress.wait_for(buffers);
                follow(&mut runs, &frames)
            }
            Ok(Message::Chunk(mut chunk)) => {
                let done = times(&mut runs, &mut chunk);
                chunk.bytes.clear();
                chunk.records.clear();
                // Fails once the reader has ended.
                let _ = back.send(chunk);
                done.and_then(|()| mail(&mut runs))
            }
            Ok(Message::Mail) => mail(&mut runs),
            Err(RecvTimeoutError::Timeout) => runs.iter_mut().try_for_each(Run::wake),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let mut all = Figures::default();
        runs.iter_mut().for_each(|run| all += run.figures());
        board.show(all);
    }
    drop((messages, back));
    // This channel never carries messages: it is disconnected when all workers have ended.
    while no_more.recv_timeout(SUSPENDED) == Err(RecvTimeoutError::Timeout) {
        result = result.and_then(|()| mail(&mut runs));
    }
    let mut all = Summary::default();
    while let Some(run) = runs.pop() {
        let (summary, ended) = run.finish(result);
        all.join(&summary);
        result = ended.and_then(|()| mail(&mut runs));
    }
    (all, result)
}

/// Handles all mail, in the order in which it was sent.
fn mail(runs: &mut [Run]) -> Result<(), RunError> {
    mail_until(runs, END)
}

/// Handles the mail that was sent up to a time. Later mail from workers that are ahead waits until its own time.
fn mail_until(runs: &mut [Run], until: Timestamp) -> Result<(), RunError> {
    for _ in 0..ROUNDS {
        let mut any = false;
        for run in &mut *runs {
            run.gather_mail();
            if run.is_mail_due(until) {
                any = true;
                run.mail_until(until)?;
            }
        }
        if !any {
            break;
        }
    }
    Ok(())
}

/// Advances through the times of a buffer's frames, and handles the mail that was sent at each.
fn follow(runs: &mut [Run], frames: &SharedFrames) -> Result<(), RunError> {
    for run in &mut *runs {
        run.gather_mail();
        let mut nothing_until = None;
        for (frame, _) in frames.iter() {
            // Most frames only make time pass.
            if nothing_until.is_some_and(|until| frame.ts < until) {
                run.pass_quietly(frame.ts);
                continue;
            }
            run.pass_over(&frame)?;
            if run.is_mail_due(frame.ts) {
                run.catch_up()?;
                run.mail_until(frame.ts)?;
            }
            nothing_until = run.nothing_until();
        }
        run.catch_up()?;
        run.pause()?;
    }
    mail_until(runs, frames.latest())
}

/// Advances through the times of frames from interfaces.
fn times(runs: &mut [Run], chunk: &mut Chunk) -> Result<(), RunError> {
    let latest = Batch::new(&chunk.bytes, &chunk.records).iter().map(|f| f.ts).max();
    debug_assert!(chunk.records.iter().all(|r| r.link == OTHERS));
    for run in runs {
        if let Some(latest) = latest {
            run.pass(latest)?;
        }
        if let Some(now) = chunk.time {
            run.time(now)?;
        }
        if let Some(at) = chunk.rotate {
            run.rotate(at)?;
        }
        run.pause()?;
    }
    (chunk.time, chunk.rotate) = (None, None);
    Ok(())
}
