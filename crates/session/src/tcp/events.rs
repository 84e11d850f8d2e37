//! Events about single segments and their options.
use super::flow::TcpFlow;
use super::segment::Segment;
use super::window::SynOptions;
use event::{ListOf, tcp as events};
use wire::Anomaly;
use wire::tcp::{Meaning, TcpOption};

/// The record that `connection_SYN_packet` shows.
pub(super) fn syn_packet(seg: &Segment<'_>, options: &SynOptions, is_orig: bool) -> events::SynPacket {
    events::SynPacket {
        is_orig,
        df: seg.ip.df,
        ttl: seg.ip.ttl.into(),
        size: seg.ip.total_len.into(),
        win_size: seg.window.into(),
        win_scale: options.window_scale.map_or(-1, i64::from),
        mss: options.mss.into(),
        sack_ok: options.sack_ok,
        ts_val: options.timestamps.map(|t| t.0.into()),
        ts_ecr: options.timestamps.map(|t| t.1.into()),
    }
}

impl TcpFlow<'_> {
    /// Raises the events that show the segment itself.
    #[inline]
    pub(super) fn packet_events(&mut self, seg: &Segment<'_>, seq: u64, ack: u64, is_orig: bool) {
        if self.env.packet_events.has::<events::TcpPacket<'_>>() {
            let mut letters = [0; 6];
            let flags = seg.flags.letters(&mut letters);
            let len = u64::from(seg.len);
            self.event(|c| events::TcpPacket { c, is_orig, flags, seq, ack, len, payload: seg.payload });
        }
        if !seg.options.leftover().is_empty() {
            self.option_events(seg, is_orig);
        }
    }

    #[inline]
    fn option_events(&mut self, seg: &Segment<'_>, is_orig: bool) {
        if self.env.packet_events.has::<events::TcpOptionSeen>() {
            for o in seg.options {
                let (opt, optlen) = (o.kind.into(), o.len.into());
                self.event(|c| events::TcpOptionSeen { c, is_orig, opt, optlen });
            }
        }
        if self.env.packet_events.has::<events::TcpOptions<'_>>() {
            self.all_options(seg, is_orig);
        }
    }

    #[cold]
    fn all_options(&mut self, seg: &Segment<'_>, is_orig: bool) {
        let sacks: Vec<Vec<u64>> = seg.options.map(|o| sack_edges(&o)).collect();
        let options: Vec<_> = seg.options.zip(&sacks).map(|(o, sack)| record(&o, sack)).collect();
        for bad in seg.options.filter_map(|o| o.meaning().err()) {
            let mut addl = String::new();
            // Writing into a string does not fail.
            let _ = bad.addl(&mut addl);
            self.flow().weird(bad.weird(), addl.as_bytes(), bad.source());
        }
        self.event(|c| events::TcpOptions { c, is_orig, options: ListOf(&options) });
    }
}

/// The edges of each SACK block: its first sequence number and the one after its last.
fn sack_edges(o: &TcpOption<'_>) -> Vec<u64> {
    match o.meaning() {
        Ok(Meaning::Sack(blocks)) => {
            blocks.as_chunks::<4>().0.iter().map(|b| u32::from_be_bytes(*b).into()).collect()
        }
        _ => Vec::new(),
    }
}

/// One option as scripts see it. Unparsed options show their data.
fn record<'a>(o: &TcpOption<'a>, sack: &'a [u64]) -> events::TcpOption<'a> {
    let mut r = events::TcpOption {
        kind: o.kind.into(),
        length: o.len.into(),
        data: None,
        mss: None,
        window_scale: None,
        sack: None,
        send_timestamp: None,
        echo_timestamp: None,
        rate: None,
        ttl_diff: None,
        qs_nonce: None,
    };
    match o.meaning() {
        Ok(Meaning::MaxSegment(mss)) => r.mss = Some(mss.into()),
        Ok(Meaning::WindowScale(shift)) => r.window_scale = Some(shift.into()),
        Ok(Meaning::Sack(_)) => r.sack = Some(ListOf(sack)),
        Ok(Meaning::Timestamps { value, echo }) => {
            r.send_timestamp = Some(value.into());
            r.echo_timestamp = Some(echo.into());
        }
        Ok(Meaning::QuickStart { rate, ttl_diff, nonce }) => {
            r.rate = Some(rate.into());
            r.ttl_diff = Some(ttl_diff.into());
            r.qs_nonce = Some(nonce.into());
        }
        Ok(Meaning::Other) | Err(_) if !o.data.is_empty() => r.data = Some(o.data),
        _ => {}
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::tcp::Options;

    #[test]
    fn an_option_of_a_wrong_length_keeps_its_data() {
        let mut options = Options::new(&[2, 5, 1, 2, 3, 5, 10, 0, 0, 0, 1, 0, 0, 0, 9]);
        let o = options.next().unwrap();
        let r = record(&o, &[]);
        assert_eq!((r.mss, r.data), (None, Some(&[1u8, 2, 3][..])));
        assert_eq!(sack_edges(&options.next().unwrap()), [1, 9]);
    }
}
