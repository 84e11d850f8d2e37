//! Serves the page for `egret view` and `--page`.
use crate::sys::signals::spawn_blocked;
use anyhow::{Context, Result};
use http_door::Request;
use page::{Live, Viewer};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

/// A page that is being served.
pub(crate) struct Opened {
    /// The link that opens the page in a browser.
    pub url: String,
    /// The names of logs and the numbers of their rows.
    pub logs: Vec<(String, u64)>,
}

/// Serves a page about a folder of logs, on threads of its own.
pub(crate) fn open(at: SocketAddr, folder: &Path, live: Option<Live>) -> Result<Opened> {
    let listener = TcpListener::bind(at).with_context(|| {
        let other = if at.port() == 0 { "" } else { "; port 0 takes a free one" };
        format!("cannot listen at {at}{other}")
    })?;
    let at = listener.local_addr()?;
    if !at.ip().is_loopback() {
        eprintln!("warning: {at} can be reached from other machines; what the page sends is not encrypted");
    }
    let viewer = Viewer::new(folder, live, page::token().context("a token")?)
        .with_context(|| folder.display().to_string())?;
    let (url, logs) = (format!("http://{at}{}", viewer.door()), viewer.logs());
    let answer = Arc::new(move |request: &Request| viewer.answer(request));
    http_door::serve(listener, "page", spawn_blocked, answer)?;
    Ok(Opened { url, logs })
}
