//! The analyzer of a connection.
use crate::{Maker, Settings, registry};
use event::websocket as ev;
use session::Role;
use session::analyzer::{Analyzer, AnalyzerId, Context, Tag};

/// Opcodes (RFC 6455, 5.2).
mod opcode {
    pub(super) const CONTINUATION: u8 = 0;
    pub(super) const TEXT: u8 = 1;
    pub(super) const BINARY: u8 = 2;
    pub(super) const CLOSE: u8 = 8;
    pub(super) const PING: u8 = 9;
    pub(super) const PONG: u8 = 10;
}

/// Bytes of the longest header: 2, a length of 8, a mask of 4.
const MAX_HEADER: usize = 14;
/// The maximum number of bytes that are buffered before the analyzer is configured.
const MAX_WAITING: usize = 1 << 16;

/// Options, named as scripts name them.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// `WebSocket::payload_chunk_size`
    pub piece: usize,
    /// `WebSocket::max_control_frame_size`; 0 means no limit.
    pub max_control: u64,
    /// `WebSocket::use_spicy_analyzer`: the analyzer `spicy_WebSocket` of a grammar reads, if there is one.
    pub by_grammar: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config { piece: 8192, max_control: 125, by_grammar: false }
    }
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let d = Config::default();
    let config = Config {
        piece: s
            .count("WebSocket::payload_chunk_size")
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| *n > 0)
            .unwrap_or(d.piece),
        max_control: s.count("WebSocket::max_control_frame_size").unwrap_or(d.max_control),
        by_grammar: s.bool("WebSocket::use_spicy_analyzer").unwrap_or(d.by_grammar),
    };
    Box::new(move |_| Some(Box::new(WebSocket::new(config))))
}

/// The analyzer that gets the payload of messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Below {
    /// No analyzer.
    Nothing,
    /// The analyzers that signatures detect.
    Detected,
    /// An analyzer of this kind.
    Kind(Tag),
}

/// The frame that is being read.
struct Frame {
    opcode: u8,
    fin: bool,
    mask: Option<[u8; 4]>,
    /// Bytes of the payload so far.
    at: u64,
    /// Bytes of the payload that have not arrived.
    left: u64,
    /// The number of these that are passed on.
    emit: u64,
    /// The current piece so far.
    piece: Vec<u8>,
}

/// The state of one direction.
#[derive(Default)]
struct Side {
    header: Vec<u8>,
    frame: Option<Frame>,
    /// The opcode of the message that is being read.
    message: Option<u8>,
}

/// The analyzer of a connection.
pub struct WebSocket {
    config: Config,
    orig: Side,
    resp: Side,
    configured: bool,
    /// The analyzer of a grammar that reads frames in place of this one.
    reader: Option<AnalyzerId>,
    /// The bytes that arrived before the analyzer was configured.
    waiting: Vec<(Role, Vec<u8>)>,
    waits: usize,
    gap: bool,
}

impl WebSocket {
    /// Creates the analyzer of a new connection.
    pub fn new(config: Config) -> Self {
        WebSocket {
            config,
            orig: Side::default(),
            resp: Side::default(),
            configured: false,
            reader: None,
            waiting: Vec::new(),
            waits: 0,
            gap: false,
        }
    }

    /// Reports the end of the HTTP handshake, so that scripts can configure the analyzer.
    pub fn established(&mut self, cx: &mut Context<'_, '_>) {
        let aid = u64::from(cx.id().0);
        cx.event(|c| ev::WebsocketEstablished { c, aid });
    }

    /// Starts to read, first the buffered bytes. False if the child analyzer cannot be added. If a grammar shall
    /// read and is loaded, its analyzer reads in place of this one, and passes the payload of messages to `below`.
    pub fn configure(&mut self, cx: &mut Context<'_, '_>, below: Below) -> bool {
        let grammar = if self.config.by_grammar { registry::find("SPICY_WEBSOCKET") } else { None };
        self.reader = grammar.and_then(|tag| cx.add_child(tag));
        let mut added = true;
        let mut add = |cx: &mut Context<'_, '_>| match below {
            Below::Nothing => {}
            Below::Detected => cx.detect_children(),
            Below::Kind(tag) => added = cx.add_child(tag).is_some(),
        };
        match self.reader {
            Some(id) => cx.as_analyzer(id, add),
            None => add(cx),
        }
        self.configured = true;
        for (from, data) in std::mem::take(&mut self.waiting) {
            self.read(cx, from, &data);
        }
        added
    }

    fn read(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if let Some(id) = self.reader {
            return cx.deliver_to(id, from, data);
        }
        let config = self.config;
        let side = if from.is_orig() { &mut self.orig } else { &mut self.resp };
        if let Err(why) = side.read(cx, from, data, config) {
            *side = Side::default();
            cx.violate(why, Some(data));
        }
    }
}

impl Side {
    fn read(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        data: &[u8],
        config: Config,
    ) -> Result<(), &'static str> {
        let mut rest = data;
        loop {
            if self.frame.is_none() {
                let Some((&b, tail)) = rest.split_first() else { return Ok(()) };
                rest = tail;
                self.header.push(b);
                if !self.begin_frame(cx, from, config)? {
                    continue;
                }
            }
            let Some(frame) = &mut self.frame else { continue };
            let wanted = (frame.left).min(config.piece as u64) as usize - frame.piece.len();
            let (head, tail) = rest.split_at(wanted.min(rest.len()));
            rest = tail;
            let whole = head.len() == wanted;
            if whole && frame.piece.is_empty() {
                let mut piece = head.to_vec();
                frame.piece_done(cx, from, self.message, &mut piece)?;
            } else {
                frame.piece.extend_from_slice(head);
                if !whole {
                    return Ok(());
                }
                let mut piece = std::mem::take(&mut frame.piece);
                frame.piece_done(cx, from, self.message, &mut piece)?;
            }
            if frame.left == 0 {
                let fin = frame.fin;
                self.frame = None;
                if fin && let Some(opcode) = self.message.take() {
                    cx.confirm();
                    cx.event(|c| ev::WebsocketMessage { c, is_orig: from.is_orig(), opcode: opcode.into() });
                }
            }
        }
    }

    /// Begins a frame once its header is complete.
    fn begin_frame(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        config: Config,
    ) -> Result<bool, &'static str> {
        let Some((&[first, second], more)) = self.header.split_first_chunk::<2>() else { return Ok(false) };
        let (len_bytes, masked) = (
            match second & 0x7f {
                126 => 2,
                127 => 8,
                _ => 0,
            },
            second & 0x80 != 0,
        );
        let opcode = first & 0x0f;
        // The first frame of a message has an opcode; the others are continuation frames (RFC 6455, 5.4).
        if (opcode == opcode::CONTINUATION) == self.message.is_none() {
            return Err("binpac exception: &enforce violation : WebSocket_FrameHeader:first2");
        }
        debug_assert!(self.header.len() <= MAX_HEADER);
        if more.len() < len_bytes + if masked { 4 } else { 0 } {
            return Ok(false);
        }
        let (len, key) = more.split_at(len_bytes);
        let payload_len = if len.is_empty() {
            u64::from(second & 0x7f)
        } else {
            len.iter().fold(0, |n, b| n << 8 | u64::from(*b))
        };
        let (fin, rsv) = (first & 0x80 != 0, u64::from(first >> 4 & 7));
        let message = *self.message.get_or_insert(opcode);
        let control = matches!(message, opcode::CLOSE | opcode::PING | opcode::PONG);
        let mut emit = payload_len;
        if control && config.max_control > 0 && payload_len > config.max_control {
            let addl = format!("{payload_len} > {}", config.max_control);
            cx.weird("websocket_control_frame_size_exceeded", addl.as_bytes());
            emit = config.max_control;
        }
        let is_orig = from.is_orig();
        cx.event(|c| ev::WebsocketFrame { c, is_orig, fin, rsv, opcode: opcode.into(), payload_len });
        if opcode == opcode::CLOSE && payload_len == 0 {
            cx.event(|c| ev::WebsocketClose { c, is_orig, status: 0, reason: b"" });
        }
        let mask = key.first_chunk::<4>().copied();
        self.frame = Some(Frame { opcode, fin, mask, at: 0, left: payload_len, emit, piece: Vec::new() });
        self.header.clear();
        Ok(true)
    }
}

impl Frame {
    /// Passes on a complete piece of the payload.
    fn piece_done(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        message: Option<u8>,
        piece: &mut [u8],
    ) -> Result<(), &'static str> {
        if self.left == 0 {
            return Ok(());
        }
        let len = piece.len() as u64;
        if let Some(mask) = self.mask {
            for (b, key) in piece.iter_mut().zip(mask.iter().cycle().skip((self.at % 4) as usize)) {
                *b ^= key;
            }
        }
        self.at += len;
        self.left -= len;
        let emit = len.min(self.emit);
        self.emit -= emit;
        let is_orig = from.is_orig();
        let shown = usize::try_from(emit).ok().and_then(|n| piece.get(..n)).unwrap_or_default();
        cx.event(|c| ev::WebsocketFrameData { c, is_orig, data: shown });
        if matches!(message, Some(opcode::TEXT | opcode::BINARY)) {
            cx.forward_stream(from, piece);
        }
        if self.opcode == opcode::CLOSE && emit > 0 {
            let Some((status, reason)) = shown.split_first_chunk::<2>() else {
                return Err("binpac exception: out_of_bound: WebSocket_FramePayloadClose:status: 2 > 1");
            };
            let status = u64::from(u16::from_be_bytes(*status));
            cx.event(|c| ev::WebsocketClose { c, is_orig, status, reason });
        }
        Ok(())
    }
}

impl Analyzer for WebSocket {
    fn stream(&mut self, cx: &mut Context<'_, '_>, from: Role, data: &[u8]) {
        if self.gap {
            return;
        }
        if self.configured {
            return self.read(cx, from, data);
        }
        // Scripts configure the analyzer after the current packet; until then bytes are buffered.
        if self.waits + data.len() <= MAX_WAITING {
            self.waits += data.len();
            self.waiting.push((from, data.to_vec()));
        }
    }

    fn undelivered(&mut self, _: &mut Context<'_, '_>, _: Role, _: u64, _: u64) {
        self.gap = true;
    }
}
