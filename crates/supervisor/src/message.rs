//! Messages between supervisor and stem: one JSON object per line.
use crate::node::NodeConfig;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read as _, Write};
use thiserror::Error;

/// An order from the supervisor to the stem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Order {
    /// Start a node and keep it running.
    Create(Box<NodeConfig>),
    /// End a node. Its name can be reused at once.
    Destroy(String),
    /// End a node and start it again.
    Restart(String),
}

/// A report from the stem to the supervisor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Report {
    /// A node was started.
    Started {
        /// The node's name.
        node: String,
        /// The id of its process.
        pid: u32,
    },
    /// A node ended and will be started again.
    Ended {
        /// The node's name.
        node: String,
        /// How the node ended, in words.
        how: String,
    },
    /// A node could not be started; the stem will retry.
    Failed {
        /// The node's name.
        node: String,
        /// The reason, in words.
        why: String,
    },
    /// A line that a node printed.
    Line {
        /// The node's name.
        node: String,
        /// The stream that the line was printed to.
        stream: Stream,
        /// The line, without its line ending.
        text: String,
    },
}

/// A standard stream of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// The most bytes of a node's output line; longer lines are split.
pub const MAX_LINE: usize = 64 << 10;

/// The most bytes of a message.
pub const MAX_MESSAGE: u64 = 16 << 20;

/// The reason why a message could not be read.
#[derive(Debug, Error)]
pub enum Bad {
    /// The system's error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line is not a message.
    #[error("expected an order or a report: {0}")]
    Json(#[from] serde_json::Error),
    /// The line is longer than [`MAX_MESSAGE`].
    #[error("a message of more than 16 MiB")]
    Size,
}

/// Writes a message, with a newline.
///
/// # Errors
/// The system's error.
pub fn write<T: Serialize>(message: &T, to: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(message).map_err(io::Error::other)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// If the other side sent something other than a message; otherwise the system's error.
pub fn read<T: DeserializeOwned>(from: &mut impl BufRead) -> Result<Option<T>, Bad> {
    let mut line = Vec::new();
    from.by_ref().take(MAX_MESSAGE).read_until(b'\n', &mut line)?;
    match line.last() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(serde_json::from_slice(&line)?)),
        Some(_) if line.len() as u64 == MAX_MESSAGE => Err(Bad::Size),
        // The writer was killed while it wrote.
        Some(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_as_they_were() {
        let orders = [
            Order::Create(Box::new(NodeConfig::new("a\n"))),
            Order::Destroy("b".into()),
            Order::Restart(String::new()),
        ];
        let mut bytes = Vec::new();
        orders.iter().for_each(|order| write(order, &mut bytes).unwrap());
        bytes.extend_from_slice(b"{\"Destroy");
        let mut rest = &bytes[..];
        for order in &orders {
            assert_eq!(read::<Order>(&mut rest).unwrap().as_ref(), Some(order));
        }
        assert!(read::<Order>(&mut rest).unwrap().is_none());
        assert!(matches!(read::<Order>(&mut &b"{}\n"[..]), Err(Bad::Json(_))));
        let endless = vec![b' '; MAX_MESSAGE as usize + 1];
        assert!(matches!(read::<Order>(&mut &endless[..]), Err(Bad::Size)));
    }
}
