//! Finds and reads signature files, and checks them against the scripts that they mention.
use crate::error::ScriptEnd;
use crate::globals::global;
use builtins::{Services, in_packed};
use net_types::Subnet;
use protocols::registry::{self, Detect};
use protocols::signature::{Action, Condition, Engine, Magic, Named, Rule, detect, parse};
use script_sema::tree::GlobalId;
use script_vm::Machine;
use std::rc::Rc;
use value::{Context, Flavor, FuncType, Level, Type, Value};

/// Reads all signature files of a run: those that scripts load, those of the command line, and those in
/// `signature_files`. [`Services`] keeps the rules.
///
/// # Errors
/// A file is missing or invalid; this has been reported.
pub(crate) fn load(machine: &mut Machine) -> Result<(), ScriptEnd> {
    let mut files = std::mem::take(&mut Services::of(machine).signatures.files);
    let listed = global(machine, "signature_files").and_then(|v| Some(v.as_string()?.to_text().into_owned()));
    files.extend(
        listed.unwrap_or_default().split(' ').filter(|f| !f.is_empty()).map(|f| (f.to_owned(), None)),
    );
    let mut rules = Vec::new();
    let mut sound = true;
    let Some(search) = Services::of(machine).program.search.clone() else { return Ok(()) };
    for (asked, path) in &mut files {
        *path = path.take().or_else(|| search.signatures(asked, None).map(|f| f.path));
    }
    // Runs without packets rarely need signatures, and the packed files are tested to be valid: read them when needed.
    if !Services::of(machine).invocation.gets_packets()
        && files.iter().all(|(_, path)| path.as_deref().is_some_and(in_packed))
    {
        Services::of(machine).signatures.unread = files.into_iter().filter_map(|(_, path)| path).collect();
        return Ok(());
    }
    for (asked, path) in files {
        let Some(path) = path else {
            report(machine, Level::Error, &format!("failed to find file associated with @load-sigs {asked}"));
            sound = false;
            continue;
        };
        let Ok(text) = search.read(&path) else {
            report(machine, Level::Error, &format!("Can't open signature file {asked}"));
            return Err(ScriptEnd::Exit(1));
        };
        let text = String::from_utf8_lossy(&text);
        match parse(&path, &text, &|name| named(machine, name)) {
            Ok(more) => rules.extend(more),
            Err(e) => {
                sound = false;
                fault(machine, &e.place.file, e.place.line, &e.message);
            }
        }
    }
    for rule in &rules {
        sound &= check(machine, rule);
    }
    if !sound {
        return Err(ScriptEnd::Exit(1));
    }
    // The automaton of the packed rules alone is built when the first file needs it.
    if !rules.iter().all(is_packed) {
        match Magic::new(&rules) {
            Ok(magic) => Services::of(machine).signatures.magic = Some(magic),
            Err(e) => {
                report(machine, Level::Error, &format!("signatures: {e}"));
                return Err(ScriptEnd::Exit(1));
            }
        }
    }
    Services::of(machine).signatures.rules = Rc::new(rules);
    Ok(())
}

/// Creates the detector for rules about connections; `None` if there are no such rules.
///
/// # Errors
/// The patterns cannot be compiled; this has been reported.
pub(crate) fn detector(machine: &mut Machine) -> Result<Option<Detect>, ScriptEnd> {
    let rules: Vec<Rule> =
        Services::of(machine).signatures.rules.iter().filter(|r| !r.names_files()).cloned().collect();
    // Without packets nothing can match, and tests check that the packed rules are valid.
    let unasked = !Services::of(machine).invocation.gets_packets() && rules.iter().all(is_packed);
    if rules.is_empty() || unasked {
        return Ok(None);
    }
    let engine = match Engine::new(rules) {
        Ok(e) => e,
        Err(e) => {
            report(machine, Level::Error, &format!("signatures: {e}"));
            return Err(ScriptEnd::Exit(1));
        }
    };
    let missing: Vec<String> = engine
        .missing()
        .map(|(r, name)| {
            format!("Error in signature {} ({}): rule references unknown rule {name}", r.name, r.place)
        })
        .collect();
    for text in missing {
        report(machine, Level::Error, &text);
    }
    Ok(Some(detect(engine)))
}

/// Whether a rule comes from the scripts packed into the program.
fn is_packed(rule: &Rule) -> bool {
    in_packed(&rule.place.file)
}

fn report(machine: &mut Machine, level: Level, text: &str) {
    Context::report(machine, level, text, None);
}

fn fault(machine: &mut Machine, file: &str, line: u32, text: &str) {
    report(machine, Level::Error, &format!("Error in signature ({file}:{line}): {text}"));
}

/// Checks that the functions, events and analyzers that a rule mentions exist. Returns false if the rule is invalid.
fn check(machine: &mut Machine, rule: &Rule) -> bool {
    let mut sound = true;
    for c in &rule.conditions {
        if let Condition::Eval(name, line) = c
            && let Some(wrong) = wrong_condition(machine, name)
        {
            sound = false;
            fault(machine, &rule.place.file, *line, &format!("{wrong} ({name})"));
        }
    }
    for a in &rule.actions {
        match a {
            Action::Event { name: Some(name), message, line } => {
                sound &= check_event(machine, rule, name, message.is_some(), *line);
            }
            Action::Enable { analyzer, child } | Action::Disable { analyzer, child } => {
                for name in [Some(analyzer), child.as_ref()].into_iter().flatten() {
                    if registry::find(name).is_none() {
                        let text = format!("unknown analyzer '{name}' specified in rule");
                        report(machine, Level::Warning, &text);
                    }
                }
            }
            Action::Event { .. } | Action::Mime { .. } => {}
        }
    }
    sound
}

fn wrong_condition(machine: &mut Machine, name: &str) -> Option<&'static str> {
    let Some((_, ty)) = machine.global_id(name).and_then(|id| machine.global_type(id)) else {
        return Some("unknown identifier");
    };
    let Type::Func(f) = ty else { return None };
    if !matches!(f.result, Type::Bool) {
        return Some("eval function type must yield a 'bool'");
    }
    if !takes(machine, &f, &[Kind::State, Kind::Text]) {
        if let Some(why) = misfit(machine, &f, &[Kind::State, Kind::Text]) {
            warn_at(machine, name, &why);
        }
        return Some("eval function parameters must be a 'signature_state' and a 'string' type");
    }
    None
}

/// The type of a parameter of a function or event that signatures call.
enum Kind {
    State,
    Text,
    Count,
}

impl Kind {
    fn fits(&self, cx: &dyn Context, ty: &Type) -> bool {
        match self {
            Kind::State => cx.named_type("signature_state").is_some_and(|t| t.same(ty)),
            Kind::Text => matches!(ty, Type::String),
            Kind::Count => matches!(ty, Type::Count),
        }
    }

    const fn name(&self) -> &'static str {
        match self {
            Kind::State => "signature_state",
            Kind::Text => "string",
            Kind::Count => "count",
        }
    }
}

fn takes(cx: &dyn Context, f: &FuncType, kinds: &[Kind]) -> bool {
    f.params.len() == kinds.len() && f.params.iter().zip(kinds).all(|(p, k)| k.fits(cx, &p.ty))
}

/// Explains why a function does not accept these parameters; `None` if it does. The text counts them from 0.
fn misfit(cx: &dyn Context, f: &Rc<FuncType>, kinds: &[Kind]) -> Option<String> {
    let shown = Type::Func(Rc::clone(f));
    if f.params.len() != kinds.len() {
        let (expected, got) = (kinds.len(), f.params.len());
        return Some(format!(
            "Wrong number of arguments for function. Expected {expected}, got {got}. ({shown})"
        ));
    }
    let mut pairs = f.params.iter().zip(kinds).enumerate();
    pairs.find(|(_, (p, k))| !k.fits(cx, &p.ty)).map(|(i, (p, k))| {
        let expected = k.name();
        format!("Type mismatch in function argument #{i}. Expected {expected}, got {}. ({shown})", p.ty)
    })
}

/// Warns about a global at the place of its declaration.
fn warn_at(machine: &mut Machine, name: &str, text: &str) {
    let loc = machine.global_id(name).map(|id| machine.program().global(GlobalId(id)).loc);
    Context::report(machine, Level::Warning, text, loc);
}

/// Checks whether a rule's event exists. Wrong parameters are also reported, but do not make the rule invalid.
fn check_event(machine: &mut Machine, rule: &Rule, name: &str, has_message: bool, line: u32) -> bool {
    let found = machine.global_id(name).and_then(|id| machine.global_type(id));
    let event = found.and_then(|(_, ty)| ty.as_func().filter(|f| f.flavor == Flavor::Event).cloned());
    let Some(f) = event else {
        fault(machine, &rule.place.file, line, &format!("identifier is not an event ({name})"));
        return false;
    };
    // The rule's message precedes the data, and the length of the match may follow.
    let forms: [&[Kind]; 2] = match has_message {
        true => [&[Kind::State, Kind::Text, Kind::Text], &[Kind::State, Kind::Text, Kind::Text, Kind::Count]],
        false => [&[Kind::State, Kind::Text], &[Kind::State, Kind::Text, Kind::Count]],
    };
    if !forms.iter().any(|form| takes(machine, &f, form)) {
        let of_same_length = forms.iter().find(|form| form.len() == f.params.len());
        if let Some(why) = of_same_length.and_then(|form| misfit(machine, &f, form)) {
            warn_at(machine, name, &why);
        }
        let mut text = format!("wrong event parameters for '{name}'");
        if has_message {
            let params: String = f.params.iter().map(|p| format!(" {}:{};", p.name, p.ty)).collect();
            text.push_str(&format!(" (record {{{params} }})"));
        }
        report(machine, Level::Error, &text);
    }
    true
}

/// Converts the value of a script's global to the form that signatures use.
fn named(cx: &dyn Context, name: &str) -> Result<Named, String> {
    let value = cx.global_id(name).and_then(|id| cx.global(id));
    let Some(value) = value else { return Err(format!("unknown script-level identifier ({name})")) };
    if let Value::String(s) = &value {
        return Ok(Named::Text(s.to_text().into_owned()));
    }
    let single = match &value {
        Value::Table(t) => {
            let entries = t.entries().into_iter();
            entries.filter_map(|(index, _)| index.into_iter().next()).collect()
        }
        other => vec![other.clone()],
    };
    let nets: Option<Vec<Subnet>> = single.iter().map(net_of).collect();
    if let Some(nets) = nets {
        return Ok(Named::Nets(nets));
    }
    let numbers: Option<Vec<u32>> = single.iter().map(number_of).collect();
    numbers.map(Named::Numbers).ok_or_else(|| format!("bad type for script-level identifier ({name})"))
}

fn net_of(v: &Value) -> Option<Subnet> {
    match v {
        Value::Subnet(n) => Some(**n),
        other => other.as_addr().and_then(|a| Subnet::new(a, a.width())),
    }
}

fn number_of(v: &Value) -> Option<u32> {
    match v {
        Value::Port(p) => Some(p.num.into()),
        Value::Bool(b) => Some((*b).into()),
        Value::Count(n) => u32::try_from(*n).ok(),
        Value::Int(n) => u32::try_from(*n).ok(),
        Value::Enum(n, t) => u32::try_from(t.number_at(*n)).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use builtins::PACKED;
    use protocols::signature;

    /// A run reads the packed rules only when a file or packet needs them, so errors would show up late.
    #[test]
    fn packed_rules_are_sound() {
        let mut rules = Vec::new();
        for (path, text) in scripts::files().filter(|(path, _)| path.ends_with(".sig")) {
            let read =
                parse(&format!("{PACKED}/{path}"), text, &|name| Err(format!("{name} is no constant")));
            match read {
                Ok(more) => rules.extend(more),
                Err(e) => panic!("{path}:{}: {}", e.place.line, e.message),
            }
        }
        assert!(rules.iter().all(is_packed));
        for (path, text) in scripts::files().filter(|(path, _)| path.ends_with(".sig")) {
            assert_eq!(signature::mentioned(text), [""; 0], "{path}");
        }
        let mut magic = Magic::new(&rules).expect("the packed patterns make an automaton");
        assert_eq!(magic.types(b"%PDF-1.4\n").first().map(|t| t.1), Some("application/pdf"));
        rules.retain(|r| !r.names_files());
        assert!(!rules.is_empty());
        let engine = Engine::new(rules).expect("the packed patterns make an automaton");
        assert_eq!(
            engine.missing().map(|(r, name)| format!("{} {name}", r.name)).collect::<Vec<_>>(),
            [""; 0]
        );
    }
}
