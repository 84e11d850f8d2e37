//! Analyzers: names, ports, which kinds are enabled, and the analyzers of a connection.
use super::connections::known;
use crate::call::family;
use crate::call::{Answer, Call, Stop};
use bridge::analyzer_of;
use net_types::{Addr, Interval};
use session::analyzer::{AnalyzerId, Tag};
use std::rc::Rc;
use value::{ErrorKind, Level, RuntimeError, Type, Value};

family! {
    "Analyzer::__name" => |c| Ok(short_name(c.arg(0)).unwrap_or_else(|| "<error>".to_owned()).into()),
    "Analyzer::__tag" => tag_of_name,
    "Analyzer::__has_tag" => |c| {
        let name = c.text(0)?;
        Ok(number_of(c, &name)?.is_some().into())
    },
    "Analyzer::__enable_analyzer" => |c| enable(c, true),
    "Analyzer::__disable_analyzer" => |c| enable(c, false),
    "Analyzer::__disable_all_analyzers" => |c| {
        c.traffic().order(|s, _| protocols::registry::all().for_each(|tag| s.enable_analyzer(tag, false)));
        c.nothing()
    },
    "get_plugin_components" => |c| {
        let all = match &*c.text(0)? {
            "ANALYZER" => protocols::registry::all().map(|tag| component(c, tag)).collect::<Result<Vec<_>, _>>()?,
            _ => Vec::new(),
        };
        c.vector_of("plugin_component_vec", all)
    },
    "Analyzer::__register_for_port" => |c| {
        let (tag, port) = (tag(c, 0)?, c.port(1)?);
        c.traffic().order(move |s, _| s.register_port(port, tag));
        Ok(true.into())
    },
    "Analyzer::__schedule_analyzer" => |c| {
        let (orig, resp, port, tag) = (c.addr(0)?, c.addr(1)?, c.port(2)?, tag(c, 3)?);
        let timeout = Interval::from_secs_f64(c.double(4)?);
        // 0.0.0.0 matches any host.
        let orig = Some(orig).filter(|a| *a != Addr::v4([0; 4]));
        c.traffic().order(move |s, _| s.expect(orig, resp, port, tag, timeout));
        Ok(true.into())
    },
    "is_protocol_analyzer" => |c| Ok((sort(c, 0) == Some(Sort::Protocol)).into()),
    "is_packet_analyzer" => |c| Ok((sort(c, 0) == Some(Sort::Packet)).into()),
    "is_file_analyzer" => |c| Ok((sort(c, 0) == Some(Sort::File)).into()),
    "PacketAnalyzer::__enable_analyzer" => |c| enable_packet_analyzer(c, true),
    "PacketAnalyzer::__disable_analyzer" => |c| enable_packet_analyzer(c, false),
    "lookup_connection_analyzer_id" => |c| {
        let Some((live, id)) = known(c, 0)? else { return Ok(0u64.into()) };
        let tag = tag(c, 1)?;
        // While the session runs, only the analyzer that raised the event is known.
        let found = live.ask(|s| s.analyzers(id).find(|(_, t)| *t == tag).map(|(id, _)| id));
        let at_work = || analyzer_of(c.cx).filter(|(_, t)| *t == tag).map(|(id, _)| id);
        Ok(u64::from(found.unwrap_or_else(at_work).map_or(0, |id| id.0)).into())
    },
    "disable_analyzer" => disable_analyzer,
    "PacketAnalyzer::register_packet_analyzer" => |c| {
        let parent = short_name(c.arg(0)).ok_or(Stop::Argument(0))?;
        let child = short_name(c.arg(2)).ok_or(Stop::Argument(2))?;
        let number = c.count(1)?;
        register_packet_analyzer(c, &parent, number, &child)
    },
// Teredo and AYIYA check all datagrams anyway; no other packet analyzer detects its packets by content.
    "PacketAnalyzer::register_protocol_detection" => |c| {
        let parent = short_name(c.arg(0)).ok_or(Stop::Argument(0))?;
        let child = short_name(c.arg(1)).ok_or(Stop::Argument(1))?;
        Ok((parent == "UDP" && ["TEREDO", "AYIYA"].contains(&child.as_str())).into())
    },
    "PacketAnalyzer::try_register_packet_analyzer_by_name" => |c| {
        let (parent, child) = (c.text(0)?, c.text(2)?);
        if !is_packet_analyzer(c, &parent)? || !is_packet_analyzer(c, &child)? {
            return Ok(false.into());
        }
        let number = c.count(1)?;
        register_packet_analyzer(c, &short(&parent), number, &short(&child))
    },
    "PacketAnalyzer::__set_ignore_checksums_nets" => |c| {
        let nets = c.table(0)?.entries().into_iter().filter_map(|(k, _)| k.first()?.as_subnet()).collect();
        c.traffic().order(move |s, _| s.options_mut().ignore_checksums_nets = nets);
        Ok(true.into())
    },
}

/// Creates a `PluginComponent`, which tells whether a kind of analyzer is enabled.
fn component(c: &mut Call<'_>, tag: Tag) -> Answer {
    let enabled = c.traffic().live.as_ref().and_then(|l| l.ask(|s| s.is_analyzer_enabled(tag)));
    let r = c.new_record("PluginComponent")?;
    let name = protocols::registry::name(tag);
    r.set(0, name.into());
    r.set(1, name.into());
    r.set(2, format!("ANALYZER_{name}").into());
    r.set(3, enabled.unwrap_or(true).into());
    Ok(r.into())
}

/// Returns the kind of analyzer in an argument. Both enums of protocols use the same numbers.
pub(super) fn tag(c: &Call<'_>, at: usize) -> Result<Tag, Stop> {
    let number = c.arg(at).as_enum().and_then(|n| u16::try_from(n).ok());
    number.map(Tag).ok_or(Stop::Argument(at))
}

/// Returns the name of a kind of analyzer of any sort: the part of its enumerator after the last `ANALYZER_`.
pub(super) fn short_name(v: &Value) -> Option<String> {
    const BEFORE: &[u8; 9] = b"ANALYZER_";
    let full = v.enum_name()?;
    let at = full.as_bytes().windows(BEFORE.len()).rposition(|w| w == BEFORE)?;
    full.get(at + BEFORE.len()..).map(str::to_owned)
}

/// The kind of input that an analyzer parses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Protocol,
    Packet,
    File,
}

/// Returns the sort of a kind of analyzer, from the module of its enumerator or the prefix in `AllAnalyzers::Tag`.
pub(super) fn sort(c: &Call<'_>, at: usize) -> Option<Sort> {
    let full = c.arg(at).enum_name()?;
    let name = full.strip_prefix("AllAnalyzers::").unwrap_or(&full);
    if name.starts_with("PACKETANALYZER_") || name.starts_with("PacketAnalyzer::") {
        Some(Sort::Packet)
    } else if name.starts_with("FILES_") || name.starts_with("Files::") {
        Some(Sort::File)
    } else if name.starts_with("ANALYZER_") || name.starts_with("Analyzer::") {
        Some(Sort::Protocol)
    } else {
        None
    }
}

/// Turns a packet analyzer on or off. Only layers that carry a complete packet, such as tunnels, can be turned off.
fn enable_packet_analyzer(c: &mut Call<'_>, on: bool) -> Answer {
    let name = short_name(c.arg(0)).unwrap_or_default();
    let live = c.traffic().live.clone();
    if live.is_some_and(|l| l.ask(|s| s.is_layer_on(&name).is_some()) == Some(true)) {
        c.traffic().order(move |s, _| {
            s.enable_layer(&name, on);
        });
        return Ok(true.into());
    }
    if !on {
        c.warn(&format!("packet analyzer {name} cannot be disabled"));
    }
    Ok(on.into())
}

/// Sets the layer that parses packets with a given number in the header of another layer.
fn register_packet_analyzer(c: &mut Call<'_>, parent: &str, number: u64, child: &str) -> Answer {
    if c.traffic().routes_are_final {
        let text = "Packet protocols cannot be registered after zeek_init has finished.";
        c.cx.report(Level::Fatal, text, None);
        return Err(RuntimeError::of(ErrorKind::Exit(1), text).into());
    }
    if [parent, child].iter().any(|name| name.starts_with("SPICY_")) {
        return register_added(c, parent, number, child);
    }
    let traffic = c.traffic();
    let before = match traffic.routes.set(parent, number, child) {
        Ok(before) => before,
        Err(e) => {
            c.error(&e.to_string());
            return Ok(false.into());
        }
    };
    let routes = traffic.routes.clone();
    traffic.order(move |s, _| s.set_routes(routes));
    if let Some(before) = before.filter(|b| *b != child) {
        // Tools match this text.
        c.cx.report(
            Level::Info,
            &format!(
                "Overwriting packet analyzer mapping {:>8} => {before} with {child}",
                format!("{number:#x}")
            ),
            None,
        );
    }
    Ok(true.into())
}

/// Like [`register_packet_analyzer`], for two layers of which one is a Spicy analyzer.
fn register_added(c: &mut Call<'_>, parent: &str, number: u64, child: &str) -> Answer {
    let live = c.traffic().live.clone();
    let fits = live.and_then(|l| l.ask(|s| s.can_register(parent, child))).unwrap_or(true);
    if !fits {
        c.warn(&format!("packet analyzer {child} cannot follow {parent}"));
        return Ok(false.into());
    }
    let (parent, child) = (parent.to_owned(), child.to_owned());
    c.traffic().order(move |s, _| {
        s.register_layer(&parent, number, &child);
    });
    Ok(true.into())
}

/// Converts a name to capitals, as in enumerators.
fn short(name: &str) -> String {
    name.replace("::", "_").to_uppercase().replace(|ch: char| !ch.is_ascii_alphanumeric(), "_")
}

/// Returns the number of the first enumerator, of any sort, for which a name may be short.
fn number_of(c: &Call<'_>, name: &str) -> Result<Option<i64>, Stop> {
    let name = short(name);
    let Some(Type::Enum(all)) = c.cx.named_type("AllAnalyzers::Tag") else {
        return Err(Stop::MissingType("AllAnalyzers::Tag".into()));
    };
    let sorts = ["ANALYZER", "PACKETANALYZER", "FILES"];
    Ok(sorts.iter().find_map(|s| all.number(&format!("AllAnalyzers::{s}_ANALYZER_{name}"))))
}

fn tag_of_name(c: &mut Call<'_>) -> Answer {
    let name = c.text(0)?;
    match number_of(c, &name)? {
        Some(n) => c.enumerator("AllAnalyzers::Tag", n),
        None => Err(RuntimeError::of(ErrorKind::Runtime, format!("no analyzer has the name {name}")).into()),
    }
}

fn is_packet_analyzer(c: &Call<'_>, name: &str) -> Result<bool, Stop> {
    let Some(Type::Enum(all)) = c.cx.named_type("AllAnalyzers::Tag") else {
        return Err(Stop::MissingType("AllAnalyzers::Tag".into()));
    };
    Ok(all.number(&format!("AllAnalyzers::PACKETANALYZER_ANALYZER_{}", short(name))).is_some())
}

fn enable(c: &mut Call<'_>, enabled: bool) -> Answer {
    let tag = tag(c, 0)?;
    c.traffic().order(move |s, _| s.enable_analyzer(tag, enabled));
    Ok(true.into())
}

/// Removes an analyzer from a connection, unless the hook of the analyzer framework vetoes it.
fn disable_analyzer(c: &mut Call<'_>) -> Answer {
    let Some((live, id)) = known(c, 0)? else { return Ok(false.into()) };
    let number = c.count(1)?;
    let prevent = c.flag(3)?;
    let analyzer = AnalyzerId(u32::try_from(number).unwrap_or(0));
    if let Some(parts) = live.ask(|s| s.own_parts(id)).flatten() {
        if parts.transport == Some(analyzer) {
            let transport = live.ask(|s| s.conn(id).map(|v| v.transport())).flatten();
            let name = transport.map_or("", net_types::TransportProto::name).to_uppercase();
            c.error(&format!("root analyzer {name} cannot be removed"));
            return Ok(false.into());
        }
        if parts.counter == Some(analyzer) {
            return stop_counting(c, &live, id, number);
        }
    }
    // While the session runs, only the analyzer that raised the event is known, although the connection may have
    // others.
    let kind = live.ask(|s| s.analyzers(id).find(|(a, _)| *a == analyzer).map(|(_, tag)| tag));
    let at_work = || analyzer_of(c.cx).filter(|(a, _)| *a == analyzer).map_or(Tag(0), |(_, tag)| tag);
    let Some(kind) = kind.unwrap_or_else(|| Some(at_work())) else {
        if c.flag(2)? {
            c.error("connection does not have analyzer specified to disable");
        }
        return Ok(false.into());
    };
    if kind.0 != 0 && !may_disable(c, &live, id, kind, number)? {
        return Ok(false.into());
    }
    c.traffic().order(move |s, sink| {
        s.remove_analyzer(id, analyzer, prevent, sink);
    });
    Ok(true.into())
}

/// Removes the part of a connection that counts packets and bytes.
fn stop_counting(c: &mut Call<'_>, live: &bridge::Live, id: event::ConnId, number: u64) -> Answer {
    let Some(kind) = protocols::registry::find("CONNSIZE") else { return Ok(false.into()) };
    if !may_disable(c, live, id, kind, number)? {
        return Ok(false.into());
    }
    c.traffic().order(move |s, _| {
        s.stop_counting(id);
    });
    Ok(true.into())
}

fn may_disable(
    c: &mut Call<'_>,
    live: &bridge::Live,
    id: event::ConnId,
    kind: Tag,
    number: u64,
) -> Result<bool, Stop> {
    let Some(Value::Func(hook)) = c.global("Analyzer::disabling_analyzer") else { return Ok(true) };
    let Some(record) = live.record(id, c.cx)? else { return Ok(true) };
    let atype = c.enumerator("AllAnalyzers::Tag", i64::from(kind.0))?;
    let args = [Value::Record(record), atype, Value::Count(number)];
    Ok(c.invoke(&Rc::clone(&hook), &args)?.and_then(|v| v.as_bool()).unwrap_or(true))
}
