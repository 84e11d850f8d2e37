//! Filters in tcpdump's language.
use crate::bpf::{BadProgram, Program};
use crate::frame::Frame;
use crate::sys::pcap_library::PcapLibrary;
use net_types::LinkType;
use std::ffi::CString;
use std::fmt;

/// A filter expression (pcap-filter(7)), compiled for each link type on first use.
///
/// libpcap compiles expressions; [`Program`] runs the result. Netfilter logs are not filtered, because their frames are
/// not packets in terms of the language.
pub struct Filter {
    expression: CString,
    library: PcapLibrary,
    programs: Vec<(LinkType, Program)>,
}

/// Why a filter cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterError {
    /// libpcap could not be opened.
    #[error("a packet filter needs libpcap, which cannot be opened: {0}")]
    NoLibrary(String),
    /// The expression contains a NUL byte.
    #[error("packet filter {0:?} contains a NUL byte")]
    Nul(String),
    /// The expression does not compile.
    #[error("cannot compile BPF filter \"{expression}\": {reason}")]
    Expression {
        /// The expression.
        expression: String,
        /// libpcap's message.
        reason: String,
    },
    /// libpcap's program is not valid.
    #[error("libpcap compiled a filter that cannot run: {0}")]
    Program(BadProgram),
}

/// The snap length that programs return for accepted frames: everything.
const KEEP: i32 = 262_144;

impl Filter {
    /// Opens libpcap for an expression. Errors in the expression are reported only when it is compiled for a link type,
    /// by [`prepare`](Self::prepare) or [`accepts`](Self::accepts).
    pub fn new(expression: &str) -> Result<Self, FilterError> {
        let text = CString::new(expression).map_err(|_| FilterError::Nul(expression.to_owned()))?;
        let library = PcapLibrary::open().map_err(FilterError::NoLibrary)?;
        Ok(Filter { expression: text, library, programs: Vec::new() })
    }

    /// The program for a link type, compiled on first use; for instance for attaching to a kernel.
    pub fn prepare(&mut self, link: LinkType) -> Result<&Program, FilterError> {
        let at = match self.programs.iter().position(|(l, _)| *l == link) {
            Some(at) => at,
            None => {
                let program = self.compile(link)?;
                self.programs.push((link, program));
                self.programs.len() - 1
            }
        };
        match self.programs.get(at) {
            Some((_, program)) => Ok(program),
            None => Err(FilterError::Program(BadProgram::Empty)),
        }
    }

    /// True for frames that match the expression.
    #[inline]
    pub fn accepts(&mut self, frame: &Frame<'_>) -> Result<bool, FilterError> {
        if frame.link == LinkType::NFLOG {
            return Ok(true);
        }
        Ok(self.prepare(frame.link)?.run(frame.data, frame.wire_len) != 0)
    }

    #[cold]
    fn compile(&self, link: LinkType) -> Result<Program, FilterError> {
        let insns = self.library.compile(&self.expression, dlt(link), KEEP).map_err(|reason| {
            FilterError::Expression { expression: self.expression.to_string_lossy().into_owned(), reason }
        })?;
        Program::new(insns).map_err(FilterError::Program)
    }
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Filter({:?})", self.expression)
    }
}

/// libpcap's own number for a link type. It differs from that in files only for a few early types.
fn dlt(link: LinkType) -> i32 {
    match link {
        LinkType::RAW | LinkType::RAW_BSD | LinkType::RAW_OPENBSD => 12,
        LinkType(n) => n.cast_signed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use net_types::Timestamp;

    /// UDP from port 53 over IPv4, 10.0.0.1 to 10.0.0.2.
    const PACKET: [u8; 28] =
        *b"\x45\0\0\x1c\0\0\0\0\x40\x11\0\0\x0a\0\0\x01\x0a\0\0\x02\0\x35\x04\0\0\x08\0\0";

    /// `None` if this machine has no libpcap.
    fn filter(expression: &str) -> Option<Filter> {
        match Filter::new(expression) {
            Err(FilterError::NoLibrary(why)) => {
                test_needs::unmet(format_args!("no libpcap: {why}"));
                None
            }
            other => Some(other.unwrap()),
        }
    }

    fn accepts(f: &mut Filter, link: LinkType, data: &[u8]) -> bool {
        f.accepts(&Frame { ts: Timestamp::ZERO, link, wire_len: data.len() as u32, data }).unwrap()
    }

    #[test]
    fn one_expression_for_several_link_types() {
        let Some(mut f) = filter("udp port 53 and host 10.0.0.1") else { return };
        let ethernet = [&[0; 12][..], &[8, 0], &PACKET].concat();
        assert!(accepts(&mut f, LinkType::RAW, &PACKET));
        assert!(accepts(&mut f, LinkType::ETHERNET, &ethernet));
        assert!(!accepts(&mut f, LinkType::ETHERNET, &PACKET));
        assert!(accepts(&mut f, LinkType::NFLOG, b"anything"));
        assert_eq!(f.programs.len(), 2);
    }

    #[test]
    fn an_expression_that_does_not_compile() {
        let Some(mut f) = filter("udp porty 53") else { return };
        let error = f.prepare(LinkType::ETHERNET).unwrap_err().to_string();
        assert!(error.starts_with("cannot compile BPF filter \"udp porty 53\": "), "{error}");
        assert_eq!(Filter::new("a\0b").unwrap_err(), FilterError::Nul("a\0b".into()));
    }
}
