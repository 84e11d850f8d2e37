use crate::rehearsal::{Said, datagrams, orig, resp, streams, torment};
use net_types::Port;

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// A call with AUTH_SYS credentials: user 7, groups 8 and 9, host `pc`.
fn call(xid: u32, program: u32, procedure: u32, args: &[u8]) -> Vec<u8> {
    let mut m = words(&[xid, 0, 2, program, 3, procedure, 1, 28, 99, 2]);
    m.extend(b"pc\0\0");
    m.extend(words(&[7, 8, 1, 9, 0, 0]));
    m.extend(args);
    m
}

fn reply(xid: u32, results: &[u8]) -> Vec<u8> {
    let mut m = words(&[xid, 1, 0, 0, 0, 0]);
    m.extend(results);
    m
}

fn opaque(text: &[u8]) -> Vec<u8> {
    let mut out = (text.len() as u32).to_be_bytes().to_vec();
    out.extend(text);
    out.resize(out.len().next_multiple_of(4), 0);
    out
}

/// A message in one fragment.
fn fragment(message: &[u8]) -> Vec<u8> {
    let mut out = (message.len() as u32 | 1 << 31).to_be_bytes().to_vec();
    out.extend(message);
    out
}

/// The events of the program alone.
fn of_program(mut said: Vec<String>) -> Vec<String> {
    said.retain(|s| !s.starts_with("rpc_") && !s.contains("_reply_status"));
    said
}

fn portmap(said: &[Said<'_>]) -> Vec<String> {
    datagrams("PORTMAPPER", 111, said)
}

#[test]
fn a_call_and_its_reply_make_one_event() {
    let asked = call(5, 100_000, 3, &words(&[100_003, 3, 6, 0]));
    let said = portmap(&[orig(&asked), resp(&reply(5, &words(&[2049])))]);
    assert_eq!(said[0], "rpc_call(5, 100000, 3, 3, 76)");
    assert_eq!(said[1], "rpc_reply(5, RPC_SUCCESS, 4)");
    assert_eq!(said[2], "pm_request_getport([program=100003, version=3, is_tcp=T], 2049/tcp)");
    assert!(said[3].starts_with("rpc_dialogue(100000, 3, 3, RPC_SUCCESS,"), "{said:#?}");
}

#[test]
fn the_port_mapper_has_six_procedures() {
    let check = |procedure, args: &[u32], results: &[u32], wanted: &str| {
        let (asked, answer) = (call(1, 100_000, procedure, &words(args)), reply(1, &words(results)));
        assert_eq!(of_program(portmap(&[orig(&asked), resp(&answer)])), [wanted]);
    };
    check(0, &[], &[], "pm_request_null()");
    check(1, &[9, 1, 17, 700], &[1], "pm_request_set([program=9, version=1, p=700/udp], T)");
    check(2, &[9, 1, 17, 0], &[0], "pm_request_unset([program=9, version=1, p=0/udp], F)");
    let dump =
        "pm_request_dump({1 = [program=9, version=1, p=700/udp], 2 = [program=8, version=2, p=80/tcp]})";
    check(4, &[], &[1, 9, 1, 17, 700, 1, 8, 2, 6, 80, 0], dump);
    let callit = "pm_request_callit([program=9, version=1, proc=2, arg_size=4], 700/udp)";
    check(5, &[9, 1, 2, 4, 0], &[700, 0], callit);
}

#[test]
fn calls_fail_by_their_status_and_by_silence() {
    let asked = call(1, 100_000, 0, &[]);
    let unavailable = words(&[1, 1, 0, 0, 0, 1]);
    let said = of_program(portmap(&[orig(&asked), resp(&unavailable)]));
    assert_eq!(said, ["pm_attempt_null(RPC_PROG_UNAVAIL)"]);
    let denied = words(&[1, 1, 1, 1, 5]);
    assert_eq!(of_program(portmap(&[orig(&asked), resp(&denied)])), ["pm_attempt_null(RPC_AUTH_ERROR)"]);
    assert_eq!(of_program(portmap(&[orig(&asked)])), ["pm_attempt_null(RPC_TIMEOUT)"]);
}

#[test]
fn what_is_odd_is_weird() {
    let check = |said: &[Said<'_>], weird: &str| {
        let heard = portmap(said);
        assert!(
            heard.iter().any(|h| h.starts_with(&format!("conn_weird(\"{weird}\""))),
            "{weird}: {heard:#?}"
        );
    };
    let asked = call(1, 100_000, 0, &[]);
    check(&[resp(&asked)], "responder_RPC_call");
    check(&[orig(&reply(1, &[]))], "unpaired_RPC_response");
    check(&[orig(&call(1, 100_003, 0, &[]))], "bad_RPC_program");
    check(&[orig(&call(1, 100_000, 3, &[]))], "bad_RPC");
    check(&[orig(&asked), orig(&call(1, 100_000, 4, &[]))], "RPC_rexmit_inconsistency");
    check(&[orig(&call(1, 100_000, 0, &[1]))], "excess_RPC");
    let port = reply(1, &words(&[70_000]));
    let said = of_program(portmap(&[orig(&call(1, 100_000, 3, &words(&[9, 1, 17, 0]))), resp(&port)]));
    assert_eq!(said, ["pm_bad_port(70000)", "pm_request_getport([program=9, version=1, is_tcp=F], 0/udp)"]);
}

#[test]
fn a_directory_is_mounted() {
    let asked = fragment(&call(1, 100_005, 1, &opaque(b"/home")));
    let answer = fragment(&reply(1, &[words(&[0]), opaque(b"handle"), words(&[1, 1])].concat()));
    let said = of_program(streams("MOUNT", 635, &[orig(&asked), resp(&answer)]));
    let wanted = "[dirname=\"/home\"], [dirfh=\"handle\", auth_flavors={MOUNT3::AUTH_UNIX}])";
    assert!(said.len() == 1 && said[0].ends_with(wanted), "{said:#?}");
    assert!(said[0].contains("rpc_uid=7, rpc_gid=8, rpc_stamp=99, rpc_machine_name=\"pc\", rpc_auxgids={9}"));
}

fn nfs(procedure: u32, args: &[u8], results: &[u8]) -> Vec<String> {
    let (asked, answer) = (fragment(&call(1, 100_003, procedure, args)), fragment(&reply(1, results)));
    of_program(streams("NFS", 2049, &[orig(&asked), resp(&answer)]))
}

#[test]
fn calls_of_nfs_and_their_replies_are_read() {
    let check = |procedure, args: &[u8], results: &[u8], name: &str, wanted: &str| {
        let said = nfs(procedure, args, results);
        let whole = said.len() == 1 && said[0].starts_with(name) && said[0].ends_with(wanted);
        assert!(whole, "{name}: {said:#?}");
    };
    let fh = opaque(b"dir");
    let place = [fh.clone(), opaque(b"a")].concat();
    let none = words(&[0, 0]);
    check(0, &[], &words(&[0]), "nfs_proc_null([rpc_stat=RPC_SUCCESS, nfs_stat=NFS3::NFS3ERR_OK", "])");
    check(
        3,
        &place,
        &[words(&[2]), words(&[0])].concat(),
        "nfs_proc_lookup",
        "[dirfh=\"dir\", fname=\"a\"], [])",
    );
    check(
        3,
        &place,
        &[words(&[0]), opaque(b"file"), none.clone()].concat(),
        "nfs_proc_lookup",
        "[fh=\"file\"])",
    );
    check(
        6,
        &[fh.clone(), words(&[0, 5, 9])].concat(),
        &[words(&[0, 0, 4, 1]), opaque(b"data")].concat(),
        "nfs_proc_read",
        "[fh=\"dir\", offset=5, size=9], [size=4, eof=T])",
    );
    check(
        7,
        &[fh.clone(), words(&[0, 0, 4, 2]), opaque(b"data")].concat(),
        &[words(&[0]), none.clone(), words(&[4, 2, 0, 1])].concat(),
        "nfs_proc_write",
        "stable=NFS3::FILE_SYNC], [size=4, commited=NFS3::FILE_SYNC, verf=1])",
    );
    check(8, &place, &[words(&[0, 0, 0]), none.clone()].concat(), "nfs_proc_create", "fname=\"a\"], [])");
    check(12, &place, &[words(&[0]), none.clone()].concat(), "nfs_proc_remove", "fname=\"a\"], [])");
    check(
        14,
        &[place.clone(), place.clone()].concat(),
        &[words(&[0]), none.clone(), none.clone()].concat(),
        "nfs_proc_rename",
        "dst_dirfh=\"dir\", dst_fname=\"a\"], [])",
    );
    let entry = [words(&[1, 0, 7]), opaque(b"a"), words(&[0, 1, 0])].concat();
    check(
        16,
        &[fh, words(&[0, 0, 0, 0, 100])].concat(),
        &[words(&[0, 0, 0, 1]), entry, words(&[1])].concat(),
        "nfs_proc_readdir",
        "[fileid=7, fname=\"a\", cookie=1]}, eof=T])",
    );
    check(19, b"", &words(&[0]), "nfs_proc_not_implemented", "NFS3::PROC_FSINFO)");
}

#[test]
fn after_a_gap_messages_are_found_again() {
    let (asked, answer) = (fragment(&call(1, 100_005, 0, &[])), fragment(&reply(1, &words(&[0]))));
    let mut records = super::record::Records::default();
    records.gap();
    let mut found = 0;
    for _ in 0..4 {
        let mut data = records.synchronize(&asked, false, true);
        while records.next(&mut data, net_types::Timestamp::from_parts(1, 0), &mut |_| {}).is_some() {
            found += 1;
        }
    }
    // Finding the start of a message takes two messages.
    assert_eq!(found, 2);
    let said = of_program(streams("MOUNT", 635, &[orig(&asked), resp(&answer)]));
    assert_eq!(said.len(), 1);
}

#[test]
fn torn_and_changed_messages_are_survived() {
    let asked = call(5, 100_000, 4, &[]);
    torment("PORTMAPPER", Port::udp(111), &[orig(&asked), resp(&reply(5, &words(&[1, 9, 1, 17, 700, 0])))]);
    let read = [opaque(b"file"), words(&[0, 0, 9])].concat();
    let (asked, answer) = (call(1, 100_003, 6, &read), reply(1, &words(&[0, 0, 0, 1, 0])));
    torment("NFS", Port::udp(2049), &[orig(&asked), resp(&answer)]);
}

#[test]
fn fragments_and_segments_may_be_cut_anywhere() {
    let asked = call(1, 100_005, 1, &opaque(b"/home"));
    let (first, last) = asked.split_at(30);
    let mut cut = (first.len() as u32).to_be_bytes().to_vec();
    cut.extend(first);
    cut.extend(fragment(last));
    let answer = fragment(&reply(1, &[words(&[0]), opaque(b"handle"), words(&[0])].concat()));
    for size in [1, 2, 7, 100] {
        let mut pieces: Vec<Said<'_>> = cut.chunks(size).map(orig).collect();
        pieces.extend(answer.chunks(size).map(resp));
        let said = of_program(streams("MOUNT", 635, &pieces));
        assert!(
            said.len() == 1 && said[0].ends_with("[dirname=\"/home\"], [dirfh=\"handle\", auth_flavors={}])")
        );
    }
}
