//! Bodies of packed scripts are checked when they are first needed.
#[allow(dead_code, reason = "this test runs no scripts")]
mod sealed;

use builtins::Services;
use runtime::Request;
use script_sema::load::Outcome;
use script_sema::tree::BodyId;
use value::Type;

fn load(request: &Request) -> (Outcome, String) {
    let seeds = seeds::Seeds::zero();
    sealed::loaded(request, &mut || Services::new(seeds.clone(), Box::new(sealed::Sealed::default())))
}

/// Scripts that load everything that is packed.
const ALL: [&str; 1] = ["test-all-policy"];

#[test]
fn packed_bodies_are_sound_whenever_they_are_checked() {
    for files in [&[][..], &ALL] {
        let files = files.iter().map(|f| (*f).to_owned()).collect();
        let (loaded, said) = load(&Request { files, ..Request::default() });
        assert_eq!(loaded.errors, 0, "{said}");
        let bodies = &loaded.program.bodies;
        let at_once = bodies.checked().count();
        assert!(at_once * 5 < bodies.len(), "{at_once} of {} bodies are checked at the start", bodies.len());
        (0..bodies.len()).for_each(|n| _ = loaded.program.body(BodyId(n as u32)));
        assert_eq!(bodies.take_errors(), []);
        assert_eq!(bodies.checked().count(), bodies.len());
        // Events of a message share this record, which is decided before a body that is checked late could tell.
        let header = loaded.program.types.get("dns_msg").unwrap();
        let changed = loaded.program.changed_records.borrow();
        assert!(changed.len() > 20 && !changed.values().any(|r| Type::Record(r.clone()).same_shape(header)));
    }
}

#[test]
fn a_program_knows_from_the_start_that_a_packed_script_reads_packets() {
    let (loaded, said) = load(&Request { files: vec![ALL[0].to_owned()], ..Request::default() });
    assert_eq!(loaded.errors, 0, "{said}");
    let program = &loaded.program;
    assert!(program.builtins_named.contains(&program.lookup("get_current_packet").unwrap()));
    for name in scripts::EARLY {
        assert!(program.lookup(name).is_some(), "there is no {name}");
    }
}

#[test]
fn bodies_that_follow_a_declaration_of_a_user_are_checked_at_once() {
    let with = |code: &str| {
        let (loaded, said) = load(&Request { bare: true, code: Some(code.to_owned()), ..Request::default() });
        assert_eq!(loaded.errors, 0, "{said}");
        loaded.program.bodies.len() - loaded.program.bodies.checked().count()
    };
    let later = "@load base/utils/time\n@load base/utils/strings\n";
    let only_loads = with(later);
    assert!(only_loads > with(""));
    assert_eq!(with(&format!("redef max_timer_expires = 7;\n{later}")), only_loads);
    assert_eq!(with(&format!("global ours = 1;\n{later}")), with(""));
}

#[test]
fn a_late_check_sees_what_was_declared_before_the_body() {
    // The packed module's functions call GLOBAL's `cat` and `fmt`, whatever a user adds to the module afterwards.
    let code = "module Notice; export { global cat: function(s: string): string = function(s: string): string { return s; }; }";
    let (loaded, said) = load(&Request { code: Some(code.to_owned()), ..Request::default() });
    assert_eq!(loaded.errors, 0, "{said}");
    let bodies = &loaded.program.bodies;
    (0..bodies.len()).for_each(|n| _ = loaded.program.body(BodyId(n as u32)));
    assert_eq!(bodies.take_errors(), []);
}

#[test]
fn unused_functions_of_users_are_found_and_no_packed_ones() {
    let unused = "module M;\nfunction alone() { }\nevent zeek_init() { }";
    let (_, said) = load(&Request { code: Some(unused.to_owned()), plain: true, ..Request::default() });
    let warnings: Vec<&str> = said.lines().collect();
    let [one] = warnings[..] else { panic!("{said}") };
    assert!(one.ends_with("non-exported function does not have any callers (M::alone)"), "{one}");
}
