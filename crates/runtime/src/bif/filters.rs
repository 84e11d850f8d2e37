//! Packet filters that scripts compile and install: `Pcap::…`.
use super::{Answer, Call, family};
use capture::Filter;
use net_types::LinkType;
use std::collections::HashMap;

family! {
    "Pcap::precompile_pcap_filter" => precompile,
    "Pcap::install_pcap_filter" => install,
    "Pcap::get_filter_state" => |c| {
        let state = filter(c).map_or(State::Fine, |f| f.state);
        c.enumerator("Pcap::filter_state", state as i64)
    },
    "Pcap::get_filter_state_string" => |c| {
        let said = filter(c).map_or_else(|| "<unknown>".to_owned(), |f| f.said.clone());
        Ok(said.into())
    },
    "Pcap::error" => |c| {
        let last = c.host().filters.last_error.clone();
        Ok(last.unwrap_or_else(|| "no error".to_owned()).into())
    },
}

/// The filters of a run, and the one that scripts want.
#[derive(Default)]
pub struct Filters {
    known: HashMap<i64, Known>,
    last_error: Option<String>,
    installed: Option<String>,
}

impl Filters {
    /// The filter that a script installed since this was last asked; an empty one takes everything.
    pub fn take_installed(&mut self) -> Option<String> {
        self.installed.take()
    }
}

/// A filter under a number.
struct Known {
    text: String,
    state: State,
    said: String,
}

/// How compiling went: numbers of `Pcap::filter_state`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fine = 0,
    Fatal = 1,
    Warning = 2,
}

impl State {
    /// What libpcap's words about an expression mean: some link types it knows no filters for, which is no fault of
    /// the expression.
    fn of(reason: &str) -> Self {
        if reason.contains("filtering not implemented") { State::Warning } else { State::Fatal }
    }
}

/// Link types for which libpcap is known to compile what takes everything.
fn is_plain(link: LinkType) -> bool {
    matches!(
        link,
        LinkType::ETHERNET
            | LinkType::NULL
            | LinkType::LOOP
            | LinkType::RAW
            | LinkType::PPP
            | LinkType::PPP_SERIAL
            | LinkType::FDDI
            | LinkType::IEEE802_11
            | LinkType::IEEE802_11_RADIOTAP
            | LinkType::LINUX_SLL
            | LinkType::LINUX_SLL2
            | LinkType::NFLOG
    )
}

/// The default of scripts takes everything: nobody needs libpcap for that.
const EVERYTHING: &str = "ip or not ip";

fn filter<'a>(c: &'a mut Call<'_>) -> Option<&'a Known> {
    let id = c.arg(0).as_enum()?;
    c.host().filters.known.get(&id)
}

fn precompile(c: &mut Call<'_>) -> Answer {
    let (id, text) = (c.arg(0).as_enum().unwrap_or(0), c.text(1)?);
    if id >= 100 {
        c.error(&format!("PCAP filter ids must remain below 100 (is {id})"));
        return Ok(false.into());
    }
    let Some(source) = c.host().source.clone() else { return Ok(true.into()) };
    let compiled = match text.as_str() {
        "" => Ok(()),
        EVERYTHING if is_plain(LinkType(source.link_type)) => Ok(()),
        other => Filter::new(other).and_then(|mut f| f.prepare(LinkType(source.link_type)).map(drop)),
    };
    let (state, said) = match &compiled {
        Ok(()) => (State::Fine, String::new()),
        Err(capture::FilterError::Expression { reason, .. }) => (State::of(reason), reason.clone()),
        Err(e) => (State::Fatal, e.to_string()),
    };
    let filters = &mut c.host().filters;
    if state != State::Fine {
        // The state says why; the last error says of which.
        filters.last_error = compiled.as_ref().err().map(ToString::to_string);
    }
    filters.known.insert(id, Known { text, state, said });
    Ok(compiled.is_ok().into())
}

fn install(c: &mut Call<'_>) -> Answer {
    let Some(known) = filter(c) else {
        let nothing_to_filter = c.host().source.is_none();
        return Ok(nothing_to_filter.into());
    };
    if known.state != State::Fine {
        return Ok(false.into());
    }
    let text = if known.text == EVERYTHING { String::new() } else { known.text.clone() };
    c.host().filters.installed = Some(text);
    Ok(true.into())
}
