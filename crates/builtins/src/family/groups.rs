//! Event groups: handlers that are turned on and off together, by `&group` or by module.
use crate::call::{Answer, Call, family};
use value::Group;

family! {
    "enable_event_group" => |c| switch(c, Kind::Attribute, true),
    "disable_event_group" => |c| switch(c, Kind::Attribute, false),
    "has_event_group" => |c| {
        let group = c.text(0)?;
        Ok(exists(c, Kind::Attribute, &group).into())
    },
    "enable_module_events" => |c| switch(c, Kind::Module, true),
    "disable_module_events" => |c| switch(c, Kind::Module, false),
    "has_module_events" => |c| {
        let group = c.text(0)?;
        Ok(exists(c, Kind::Module, &group).into())
    },
}

/// The two sorts of groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Handlers with `&group=NAME`.
    Attribute,
    /// Handlers of a module.
    Module,
}

fn exists(c: &mut Call<'_>, kind: Kind, group: &str) -> bool {
    let Some(program) = c.program().tree.clone() else { return false };
    program.bodies.heads().any(|b| match kind {
        Kind::Attribute => b.groups.iter().any(|g| &**g == group),
        Kind::Module => &*b.module == group,
    })
}

fn switch(c: &mut Call<'_>, kind: Kind, on: bool) -> Answer {
    let group = c.text(0)?;
    if !exists(c, kind, &group) {
        c.error(&format!("no such event group: {group}"));
        return Ok(false.into());
    }
    let group = match kind {
        Kind::Attribute => Group::Attribute(&group),
        Kind::Module => Group::Module(&group),
    };
    c.cx.set_group(group, on);
    Ok(true.into())
}
