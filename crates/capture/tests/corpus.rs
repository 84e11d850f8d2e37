//! Reads every capture of a corpus to its end and walks every frame's headers.
//!
//! `EGRET_CORPUS` names the corpus: `EGRET_CORPUS=FOLDER cargo test -p capture --test corpus -- --ignored`.
#![expect(clippy::disallowed_methods, reason = "a corpus consists of files and is named by the environment")]
use capture::{FileSource, Frame};
use net_types::LinkType;
use std::path::{Path, PathBuf};
use wire::link::ethernet::{self, Content};
use wire::{EtherType, IpProto, ip, link, tcp, udp};

/// The captures of the corpus.
fn corpus() -> PathBuf {
    let corpus =
        std::env::var_os("EGRET_CORPUS").expect("EGRET_CORPUS names a folder with captures in traces/");
    PathBuf::from(corpus).join("traces")
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

#[derive(Default, Debug)]
struct Seen {
    frames: usize,
    ip: usize,
    tcp: usize,
    udp: usize,
}

impl Seen {
    fn frame(&mut self, f: &Frame<'_>) {
        self.frames += 1;
        match f.link {
            LinkType::ETHERNET => {
                if let Ok(e) = ethernet::Frame::parse(f.data) {
                    self.content(e.content(), e.payload());
                }
            }
            LinkType::LINUX_SLL => {
                if let Ok(h) = link::sll::Header::parse(f.data) {
                    self.content(Content::EtherType(h.ethertype), h.payload);
                }
            }
            LinkType::NULL => {
                if let Ok(h) = link::null::Header::parse(f.data) {
                    self.ip(h.payload());
                }
            }
            l if link::raw::is_raw(l) => self.ip(f.data),
            _ => (),
        }
    }

    fn content(&mut self, content: Content, payload: &[u8]) {
        match content {
            Content::EtherType(EtherType::IPV4 | EtherType::IPV6) => self.ip(payload),
            Content::EtherType(EtherType::VLAN | EtherType::QINQ) => {
                if let Ok(t) = link::vlan::Tag::parse(payload) {
                    self.content(t.content(), t.payload());
                }
            }
            _ => (),
        }
    }

    fn ip(&mut self, bytes: &[u8]) {
        let Ok(p) = ip::Packet::parse(bytes, usize::MAX, true) else { return };
        self.ip += 1;
        if p.fragment().is_some_and(|f| f.offset > 0) {
            return;
        }
        match p.proto() {
            IpProto::TCP => {
                if let Ok(s) = tcp::Segment::parse(p.captured(), p.payload_len())
                    && let Ok(b) = s.body()
                {
                    self.tcp += 1;
                    assert!(b.payload.len() <= b.payload_len);
                }
            }
            IpProto::UDP => {
                let whole = udp::Datagram::parse(p.captured(), p.payload_len()).is_ok();
                self.udp += usize::from(whole);
            }
            _ => (),
        }
    }
}

#[test]
#[ignore = "reads a corpus of captures that EGRET_CORPUS names"]
fn every_capture_is_read_to_its_end() {
    let mut all = Vec::new();
    files(&corpus(), &mut all);
    all.sort();
    let (mut seen, mut errors) = (Seen::default(), Vec::new());
    for path in &all {
        let mut source = FileSource::open(path).unwrap();
        let before = seen.frames;
        loop {
            match source.next_batch() {
                Ok(Some(batch)) => batch.iter().for_each(|f| seen.frame(&f)),
                Ok(None) => break,
                Err(e) => errors.push(e.to_string()),
            }
        }
        if seen.frames == before {
            println!("no frames: {}", path.display());
        }
    }
    println!("{} captures: {seen:?}", all.len());
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(seen.tcp * 10 > seen.frames, "most frames of a corpus are TCP or UDP: {seen:?}");
}
