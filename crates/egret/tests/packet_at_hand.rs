//! The current packet, as scripts read it and write it to capture files.
#![allow(clippy::disallowed_methods, reason = "a test runs the program and reads what it wrote")]
use capture::{FileSource, Frame, PcapWriter, Precision};
use net_types::{LinkType, Timestamp};
use std::path::Path;
use std::process::Command;

const KEEP: &str = r#"
global n = 0;
event new_packet(c: connection, p: pkt_hdr)
	{
	if ( ++n > 3 )
		return;
	local at = get_current_packet();
	print at$caplen == |at$data|, at$len, get_current_packet_ts() == network_time();
	dump_current_packet("kept.pcap");
	dump_packet(at, "again.pcap");
	}
"#;

/// Times in microseconds, lengths on the wire and bytes.
fn frames(path: &Path) -> Vec<(i64, u32, Vec<u8>)> {
    let mut source = FileSource::open(path).unwrap();
    let mut all = Vec::new();
    while let Some(batch) = source.next_batch().unwrap() {
        all.extend(batch.iter().map(|f| (f.ts.nanos() / 1000, f.wire_len, f.data.to_vec())));
    }
    all
}

#[test]
fn scripts_see_and_keep_the_packet_at_hand() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("keep.zeek"), KEEP).unwrap();
    let capture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/office.pcap");
    let run = || {
        let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
        egret.args(["-b", "-C", "-r"]).arg(&capture).arg("keep.zeek").current_dir(dir.path());
        String::from_utf8(egret.output().unwrap().stdout).unwrap()
    };
    let said = run();
    let kept = frames(&dir.path().join("kept.pcap"));
    assert_eq!(kept.len(), 3);
    assert_eq!(kept, frames(&dir.path().join("again.pcap")));
    let whole = frames(&capture);
    assert!(kept.iter().all(|k| whole.contains(k)));
    let expected: Vec<String> = kept.iter().map(|k| format!("T, {}, T", k.1)).collect();
    assert_eq!(said.lines().filter(|l| l.starts_with("T,")).collect::<Vec<_>>(), expected);
    // Reopening a file keeps its packets.
    run();
    assert_eq!(frames(&dir.path().join("kept.pcap")), [kept.clone(), kept].concat());
}

const TELL: &str = r#"
event packet_not_processed(p: pcap_packet)
	{
	print fmt("%d of %d bytes at %d.%06d, %s", p$caplen, p$len, p$ts_sec, p$ts_usec, bytestring_to_hexstr(p$data));
	}

event file_opened(f: file)
	{
	print get_file_name(f);
	}

event zeek_init()
	{
	close(open("first"));
	close(open_for_append("second"));
	}
"#;

/// A frame of an EtherType that no analyzer knows, between two ARP requests.
#[test]
fn scripts_see_packets_that_no_analyzer_processed_and_files_that_they_open() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("tell.zeek"), TELL).unwrap();
    let ends = [2; 12];
    let arp = [&ends[..], &[8, 6, 0, 1, 8, 0, 6, 4, 0, 1], &[3; 20]].concat();
    let odd = [&ends[..], &[0x88, 0xb5, 0xaa]].concat();
    let mut writer = PcapWriter::create(dir.path().join("odd.pcap"), Precision::Micros).unwrap();
    for (n, data) in [&arp, &odd, &arp].into_iter().enumerate() {
        let ts = Timestamp::from_nanos(1_000_000_000 * (n as i64 + 1) + 5000);
        let link = LinkType(1);
        writer.write(&Frame { ts, link, wire_len: data.len() as u32, data }).unwrap();
    }
    writer.finish().unwrap();
    let mut egret = Command::new(env!("CARGO_BIN_EXE_egret"));
    egret.args(["-b", "-C", "-r", "odd.pcap", "tell.zeek"]).current_dir(dir.path());
    let said = String::from_utf8(egret.output().unwrap().stdout).unwrap();
    let odd = "15 of 15 bytes at 2.000005, 02020202020202020202020288b5aa";
    assert_eq!(said.lines().collect::<Vec<_>>(), ["first", "second", odd]);
}
