//! Headers of messages.
//!
//! Events have one header, since each costs memory and a hash at both ends. Rows have one for each fact.
use async_nats::{HeaderMap, HeaderName};
use cluster::{Format, NodeId};
use std::borrow::Cow;

/// The header of an event: [`EventHead`], its parts separated by spaces.
const EVENT: HeaderName = HeaderName::from_static("Egret-Event");
/// The header of several events ([`crate::packs`]): the head of the first.
const EVENTS: HeaderName = HeaderName::from_static("Egret-Events");
/// The header with the id of the node that sent rows.
pub(crate) const FROM: &str = "Egret-From";
/// The header with the format of rows.
pub(crate) const FORMAT: &str = "X-Zeek-Format";

/// The headers of rows.
pub(crate) fn of(from: &NodeId, format: Format) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(FROM, from.as_str());
    headers.insert(FORMAT, format.name());
    headers
}

/// What an event's header says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EventHead<'a> {
    /// The sequence number within the process that sent the event; those of several follow that of the first.
    pub(crate) number: u64,
    /// The format of the body.
    pub(crate) format: &'a str,
    /// The id of the node that published the event.
    pub(crate) from: Cow<'a, str>,
    pub(crate) topic: Cow<'a, str>,
}

/// How many events a message has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Events {
    One,
    Several,
}

impl<'a> EventHead<'a> {
    pub(crate) fn to_headers(&self, events: Events) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(if events == Events::One { EVENT } else { EVENTS }, self.to_text());
        headers
    }

    /// The head of a message; `None` if it has none or a malformed one.
    pub(crate) fn of(headers: &'a HeaderMap) -> Option<(Self, Events)> {
        let (head, events) = match headers.get(EVENT) {
            Some(head) => (head, Events::One),
            None => (headers.get(EVENTS)?, Events::Several),
        };
        Some((Self::parse(head.as_str())?, events))
    }

    fn to_text(&self) -> String {
        // The last part is never empty: spaces at the end of a header may get lost.
        format!("{} {} {} {}", self.number, escaped(&self.topic), escaped(&self.from), self.format)
    }

    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(4, ' ');
        let number = parts.next()?.parse().ok()?;
        let (topic, from, format) = (parts.next()?, parts.next()?, parts.next()?);
        Some(EventHead { number, format, from: unescaped(from), topic: unescaped(topic) })
    }
}

/// A part of a header without spaces and line breaks.
fn escaped(part: &str) -> Cow<'_, str> {
    if !part.contains(['%', ' ', '\r', '\n']) {
        return part.into();
    }
    part.replace('%', "%25").replace(' ', "%20").replace('\r', "%0D").replace('\n', "%0A").into()
}

/// What a part was made from.
fn unescaped(part: &str) -> Cow<'_, str> {
    if !part.contains('%') {
        return part.into();
    }
    part.replace("%0A", "\n").replace("%0D", "\r").replace("%20", " ").replace("%25", "%").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_come_back_as_they_were() {
        for text in ["", "zeek/cluster", "%0A", "a\r\nb%25", " two  words ", "é"] {
            let head = EventHead { number: u64::MAX, format: "f", from: text.into(), topic: text.into() };
            let line = head.to_text();
            assert!(!line.contains(['\r', '\n']), "{line}");
            assert_eq!(EventHead::parse(&line), Some(head));
        }
    }

    #[test]
    fn malformed_heads_are_refused() {
        for text in
            ["", "1", "1 topic", "1 topic from", "x topic from f", "-1 topic from f", " 1 topic from f"]
        {
            assert_eq!(EventHead::parse(text), None, "{text}");
        }
    }
}
