//! The thread of a worker: processes its frames and mail, then ends its run.
use super::progress::Report;
use super::{Chunk, Message, OTHERS, Outcome, SUSPENDED};
use crate::error::RunError;
use crate::figures::Board;
use crate::frame_handler::FrameHandler;
use crate::run::Run;
use capture::{Batch, SharedFrames};
use net_types::Timestamp;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};

/// The most items of mail that a worker handles between two messages.
const MAIL: usize = 100;

/// Earlier than all frames.
const UNKNOWN: Timestamp = Timestamp::from_nanos(i64::MIN);

/// Processes messages until the reader has sent the last one, then ends the run.
pub(super) fn work(
    mut run: Run,
    lane: u16,
    messages: Receiver<Message>,
    (back, board): (Sender<Chunk>, Board),
    no_more: &Receiver<()>,
    report: Report,
) -> Outcome {
    let mut result = run.mail(usize::MAX);
    while result.is_ok() {
        let next = match run.patience() {
            Some(wait) => messages.recv_timeout(wait),
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        result = match next {
            Ok(Message::Frames(frames)) => {
                let done = process_shared(&mut run, &frames, lane, no_more);
                done.and_then(|()| run.mail(MAIL)).inspect(|()| report.done())
            }
            Ok(Message::Chunk(mut chunk)) => {
                let done = process(&mut run, &mut chunk, no_more);
                chunk.bytes.clear();
                chunk.records.clear();
                // Fails once the reader has ended.
                let _ = back.send(chunk);
                done.and_then(|()| run.mail(MAIL))
            }
            Ok(Message::Mail) => run.mail(MAIL),
            Err(RecvTimeoutError::Timeout) => run.wake(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        board.show(run.figures());
    }
    // The reader and the control thread wait until these are dropped.
    drop((messages, back, report));
    end_worker(run, result, no_more)
}

/// Handles mail until all nodes have finished with their frames, then ends the run.
fn end_worker(mut run: Run, mut result: Result<(), RunError>, no_more: &Receiver<()>) -> Outcome {
    // This channel never carries messages: it is disconnected when all workers have finished with their frames.
    while no_more.recv_timeout(SUSPENDED) == Err(RecvTimeoutError::Timeout) {
        result = result.and_then(|()| run.mail(usize::MAX));
    }
    run.finish(result)
}

/// Waits while scripts have suspended processing.
#[inline]
fn resumed(run: &mut Run, no_more: &Receiver<()>) -> Result<(), RunError> {
    while run.is_suspended() {
        run.idle()?;
        // Sleeps: the channel is silent until all frames are processed.
        let _ = no_more.recv_timeout(SUSPENDED);
    }
    Ok(())
}

fn process_shared(
    run: &mut Run,
    frames: &SharedFrames,
    lane: u16,
    no_more: &Receiver<()>,
) -> Result<(), RunError> {
    frames.fetch(lane);
    // Until when other workers' frames change nothing here; the earliest possible time if unknown.
    let mut quiet_until = UNKNOWN;
    for (frame, whose) in frames.iter() {
        if whose == lane {
            run.own_frame(&frame)?;
            quiet_until = UNKNOWN;
        } else if frame.ts < quiet_until {
            run.pass_quietly(frame.ts);
            continue;
        } else {
            let due = run.pass_over(&frame)?;
            quiet_until = run.quiet_until_others().unwrap_or(UNKNOWN);
            // Scripts can suspend processing only if handlers ran.
            if !due {
                continue;
            }
        }
        resumed(run, no_more)?;
    }
    run.catch_up()?;
    run.pause()
}

fn process(run: &mut Run, chunk: &mut Chunk, no_more: &Receiver<()>) -> Result<(), RunError> {
    if let Some(more) = chunk.counted.take() {
        run.counted(more);
    }
    for frame in Batch::new(&chunk.bytes, &chunk.records).iter() {
        resumed(run, no_more)?;
        if frame.link == OTHERS {
            run.pass(frame.ts)?;
        } else {
            run.frame(&frame)?;
        }
    }
    if let Some(now) = chunk.time.take() {
        run.time(now)?;
    }
    if let Some(at) = chunk.rotate.take() {
        run.rotate(at)?;
    }
    for (level, text) in chunk.reports.drain(..) {
        run.report(level, text)?;
    }
    run.pause()
}
