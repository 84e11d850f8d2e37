//! Headers of messages.
use async_nats::HeaderMap;
use cluster::{Format, NodeId};

/// The header with an event's topic, unmangled.
pub(crate) const TOPIC: &str = "Egret-Topic";
/// The header with the id of the node that sent an event or rows.
pub(crate) const FROM: &str = "Egret-From";
/// The header with the sequence number of an event within its process.
pub(crate) const NUMBER: &str = "Egret-Number";
/// The header with the format of a body.
pub(crate) const FORMAT: &str = "X-Zeek-Format";

/// The headers of events and rows.
pub(crate) fn of(from: &NodeId, format: Format) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(FROM, from.as_str());
    headers.insert(FORMAT, format.name());
    headers
}

/// A topic as a header value: line breaks are escaped.
pub(crate) fn escaped(topic: &str) -> String {
    topic.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The topic that a header value was made from.
pub(crate) fn unescaped(topic: &str) -> String {
    topic.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_come_back_as_they_were() {
        for topic in ["", "zeek/cluster", "%0A", "a\r\nb%25"] {
            let escaped = escaped(topic);
            assert!(!escaped.contains(['\r', '\n']) && unescaped(&escaped) == topic, "{escaped}");
        }
    }
}
