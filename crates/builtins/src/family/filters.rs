//! Packet filters that scripts compile and install: `Pcap::…`.
use crate::call::{Answer, Call, family};
use crate::packets::{FilterState as State, KnownFilter};
use capture::Filter;
use net_types::LinkType;

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
        let last = c.packets().filters.last_error.clone();
        Ok(last.unwrap_or_else(|| "no error".to_owned()).into())
    },
}

/// Whether libpcap is known to compile the filter that accepts everything for a link type, so that it need not be
/// loaded.
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

/// The default filter of scripts, which accepts everything and needs no libpcap.
const EVERYTHING: &str = "ip or not ip";

fn filter<'a>(c: &'a mut Call<'_>) -> Option<&'a KnownFilter> {
    let id = c.arg(0).as_enum()?;
    c.packets().filters.known.get(&id)
}

fn precompile(c: &mut Call<'_>) -> Answer {
    let (id, text) = (c.arg(0).as_enum().unwrap_or(0), c.text(1)?);
    if id >= 100 {
        c.error(&format!("PCAP filter ids must remain below 100 (is {id})"));
        return Ok(false.into());
    }
    let Some(source) = c.invocation().source.clone() else { return Ok(true.into()) };
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
    let filters = &mut c.packets().filters;
    if state != State::Fine {
        // `said` has the reason; the last error also names the filter.
        filters.last_error = compiled.as_ref().err().map(ToString::to_string);
    }
    filters.known.insert(id, KnownFilter { text, state, said });
    Ok(compiled.is_ok().into())
}

fn install(c: &mut Call<'_>) -> Answer {
    let Some(known) = filter(c) else {
        let nothing_to_filter = c.invocation().source.is_none();
        return Ok(nothing_to_filter.into());
    };
    if known.state != State::Fine {
        return Ok(false.into());
    }
    let text = if known.text == EVERYTHING { String::new() } else { known.text.clone() };
    c.packets().filters.installed = Some(text);
    Ok(true.into())
}
