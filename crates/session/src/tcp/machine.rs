//! The state machine of an endpoint as a table.
//!
//! RFC 9293 (3.3.2, 3.10.7) describes one end of a connection, which knows what it sent. A monitor watches both ends
//! from between them, may miss packets, and never rejects a segment. So there are fewer states, and each handles every
//! segment:
//!
//! | here | in the RFC |
//! |---|---|
//! | `Inactive` | CLOSED or LISTEN: it has sent nothing |
//! | `SynSent` | SYN-SENT |
//! | `SynAckSent` | SYN-RECEIVED, if the SYN before it was not seen |
//! | `Partial` | ESTABLISHED, if the handshake was not seen |
//! | `Established` | SYN-RECEIVED once the other SYN was seen, ESTABLISHED, CLOSE-WAIT |
//! | `Closed` | FIN-WAIT-1, FIN-WAIT-2, CLOSING, LAST-ACK, TIME-WAIT: it has sent its FIN |
//! | `Reset` | CLOSED, by its own RST |
//!
//! A [`Row`] has conditions (the sender's state, the peer's state, the sender's role, what the segment carries) and
//! steps. All rows that apply run from top to bottom, judged by the states before the segment. Which rows apply is
//! computed at compile time for every situation, so a segment costs one lookup in [`APPLYING`]; most segments of an
//! established connection need no step.
use super::State::{self, Closed, Established, Inactive, Partial, Reset, SynAckSent, SynSent};
use super::segment::Segment;
use crate::conn::Role;
use crate::weird::Weird;

/// A step of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The sender enters a state.
    Enter(State),
    /// The peer enters a state.
    PeerEnters(State),
    /// Originator and responder exchange roles.
    ExchangeRoles,
    /// Enough of the handshake was seen: the connection does not count as partial.
    NotPartial,
    /// Reports a weird.
    Odd(Weird),
    /// Reports `BadSynAck` if the segment acknowledges a number that the peer has not sent (3.10.7.3, first check).
    OddUnlessAcksPeer,
    /// Reports `FinAdvancedLastSeq` if the segment goes beyond everything sent before.
    OddIfBeyondFin,
    /// Sets the timer for an unanswered SYN.
    AwaitAnswer,
    /// Enables `connection_status_update`.
    ReportStatus,
    /// Raises `connection_established`.
    SayEstablished,
    /// Raises `partial_connection`.
    SayPartial,
    /// Raises `connection_rejected`.
    SayRejected,
    /// Raises `connection_reset` and ends the connection.
    Abort,
    /// Like `Abort`, unless the peer has reset an established connection before.
    AbortUnlessAborted,
    /// Like `Abort`, but after a delay.
    AbortLater,
    /// Treats a peer that sent a FIN before its RST as closed.
    ForgivePeer,
    /// The sender has closed.
    Close,
    /// Like `Close`, unless the sender has closed before.
    CloseOnce,
    /// The sender has closed in a way that raises `connection_finished`.
    Finish,
}
use Step::{
    Abort, AbortLater, AbortUnlessAborted, AwaitAnswer, Close, CloseOnce, Enter, ExchangeRoles, Finish,
    ForgivePeer, NotPartial, Odd, OddIfBeyondFin, OddUnlessAcksPeer, PeerEnters, ReportStatus,
    SayEstablished, SayPartial, SayRejected,
};

/// What a segment carries: control bits, and whether it has data.
type Signs = u8;
const SYN: Signs = 1;
const ACK: Signs = 2;
const FIN: Signs = 4;
const RST: Signs = 8;
const DATA: Signs = 16;
const SIGNS: usize = 32;

/// A set of states.
type States = u8;
const STATES: usize = 7;
const ANY: States = (1 << STATES) - 1;
/// The sender has sent an unanswered SYN, or a SYN-ACK to a SYN that was not seen.
const OPENING: States = is(SynSent) | is(SynAckSent);
/// The connection is established.
const OPEN: States = is(Established) | is(Partial);

const fn is(state: State) -> States {
    1 << state as u8
}

const fn not(states: States) -> States {
    ANY & !states
}

const ORIG: Role = Role::Orig;
const RESP: Role = Role::Resp;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    sender: States,
    peer: States,
    role: Option<Role>,
    has: Signs,
    lacks: Signs,
    steps: &'static [Step],
}

/// A row for segments with all of these signs from a sender in one of these states.
const fn on(sender: States, has: Signs) -> Row {
    Row { sender, peer: ANY, role: None, has, lacks: 0, steps: &[] }
}

impl Row {
    /// Restricts the row to segments with none of these signs.
    const fn without(self, lacks: Signs) -> Row {
        Row { lacks, ..self }
    }

    /// Restricts the row to senders with this role.
    const fn by(self, role: Role) -> Row {
        Row { role: Some(role), ..self }
    }

    /// Restricts the row to peers in one of these states.
    const fn peer(self, peer: States) -> Row {
        Row { peer, ..self }
    }

    const fn does(self, steps: &'static [Step]) -> Row {
        Row { steps, ..self }
    }
}

#[rustfmt::skip]
static ROWS: [Row; 42] = [
    // The originator opens (3.5, figure 6).
    on(is(Inactive), SYN).without(ACK).by(ORIG).does(&[Enter(SynSent), AwaitAnswer]),
    on(is(Inactive), SYN | ACK).by(ORIG).does(&[Odd(Weird::ConnectionOriginatorSynAck), Enter(SynAckSent), AwaitAnswer]),

    // The responder answers, or both open at once (3.5, figure 7), or the SYN-ACK was captured before its SYN.
    on(is(Inactive), SYN | ACK).by(RESP).peer(not(is(Inactive) | is(Partial))).does(&[OddUnlessAcksPeer]),
    on(is(Inactive), SYN).without(ACK).by(RESP).peer(not(is(SynAckSent))).does(&[Odd(Weird::SimultaneousOpen)]),
    on(is(Inactive), SYN).without(ACK).by(RESP).peer(is(SynAckSent)).does(&[ExchangeRoles, PeerEnters(Established), NotPartial]),
    on(is(Inactive), SYN).by(RESP).peer(is(SynSent)).does(&[PeerEnters(Established)]),
    on(is(Inactive), SYN).by(RESP).peer(is(Inactive)).does(&[Odd(Weird::UnsolicitedSynResponse)]),
    on(is(Inactive), SYN).by(RESP).does(&[Enter(Established)]),
    on(is(Inactive), SYN).by(RESP).peer(not(is(Partial))).does(&[SayEstablished, ReportStatus]),

    // The first segment already closes.
    on(is(Inactive), FIN).does(&[Enter(Closed)]),
    on(is(Inactive), FIN).without(RST).does(&[Finish]),
    on(is(Inactive), FIN).without(SYN).peer(not(is(Partial))).does(&[Odd(Weird::SpontaneousFin)]),

    // A RST to a SYN refuses it (3.10.7.1), as does a RST to an unexpected SYN-ACK.
    on(is(Inactive), RST).does(&[Enter(Reset), Close]),
    on(is(Inactive), RST).by(ORIG).peer(is(Established)).does(&[SayRejected]),
    on(is(Inactive), RST).by(ORIG).peer(not(is(Established))).does(&[Finish]),
    on(is(Inactive), RST).without(SYN).by(RESP).peer(OPENING).does(&[SayRejected]),
    on(is(Inactive), RST).by(RESP).peer(not(OPENING)).does(&[Finish]),
    on(is(Inactive), RST).peer(is(Inactive)).does(&[Odd(Weird::SpontaneousRst)]),
    // A RST with a SYN of its own answers the peer's SYN first.
    on(is(Inactive), RST | SYN).by(RESP).peer(is(SynSent)).does(&[Finish]),
    on(is(Inactive), RST | SYN).without(ACK).by(RESP).peer(is(SynAckSent)).does(&[Finish]),
    on(is(Inactive), RST | SYN | ACK).by(RESP).peer(is(SynAckSent)).does(&[SayRejected]),

    // No SYN: it was not captured, or the connection is older than the capture. Some responders acknowledge a SYN
    // before they answer it; that changes no state.
    on(is(Inactive), ACK).without(SYN | FIN | RST).peer(is(Established)).does(&[Enter(Established), NotPartial]),
    on(is(Inactive), 0).without(SYN | FIN | RST | ACK).peer(is(Established)).does(&[Enter(Partial), ReportStatus]),
    on(is(Inactive), 0).without(SYN | FIN | RST).by(ORIG).peer(is(SynSent)).does(&[Enter(Partial), ReportStatus]),
    on(is(Inactive), DATA).without(SYN | FIN | RST).by(RESP).peer(is(SynSent)).does(&[Enter(Partial), ReportStatus]),
    on(is(Inactive), 0).without(SYN | FIN | RST).peer(not(is(SynSent) | is(Established))).does(&[Enter(Partial), ReportStatus]),
    on(is(Inactive), 0).without(SYN | FIN | RST).peer(is(Partial)).does(&[SayPartial]),

    // The handshake continues (3.10.7.3).
    on(is(SynSent), SYN | ACK).without(FIN | RST).by(ORIG).does(&[Odd(Weird::RepeatedSynWithAck)]),
    on(is(SynAckSent), SYN).without(ACK).by(RESP).does(&[Odd(Weird::RepeatedSynReplyWoAck)]),
    on(OPENING, FIN).peer(is(Inactive) | is(SynSent)).does(&[Odd(Weird::InappropriateFin)]),
    on(OPENING, FIN).does(&[Enter(Closed), Finish]),
    on(OPENING, RST).does(&[Enter(Reset), Abort, Close]),
    on(OPENING, DATA).without(RST).does(&[Odd(Weird::DataBeforeEstablished)]),

    // An established connection (3.10.7.4): only these segments change a state.
    on(is(Partial), SYN).without(ACK).peer(is(Inactive)).does(&[Odd(Weird::SynAfterPartial), Enter(SynSent)]),
    on(OPEN, FIN).without(RST).does(&[Enter(Closed), ForgivePeer, Finish]),
    on(OPEN, RST).does(&[Enter(Reset), Close, AbortUnlessAborted]),

    // After its FIN (3.6). A RST changes nothing once both sides have sent theirs.
    on(is(Closed), SYN).does(&[Odd(Weird::SynAfterClose)]),
    on(is(Closed), FIN).does(&[OddIfBeyondFin]),
    on(is(Closed), RST).peer(not(is(Closed))).does(&[Enter(Reset), CloseOnce, AbortLater]),

    // After its RST (3.10.7.1).
    on(is(Reset), SYN).does(&[Odd(Weird::SynAfterReset)]),
    on(is(Reset), FIN).does(&[Odd(Weird::FinAfterReset)]),
    on(is(Reset), DATA).without(RST).does(&[Odd(Weird::DataAfterReset)]),
];

/// The rows that apply in a situation, one bit each.
type Applying = u64;
const _: () = assert!(ROWS.len() <= Applying::BITS as usize);

const fn situation(sender: usize, peer: usize, is_orig: bool, signs: usize) -> usize {
    ((sender * STATES + peer) * 2 + is_orig as usize) * SIGNS + signs
}

static APPLYING: [Applying; STATES * STATES * 2 * SIGNS] = work_out();

#[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn work_out() -> [Applying; STATES * STATES * 2 * SIGNS] {
    let mut applying = [0; STATES * STATES * 2 * SIGNS];
    let mut at = 0;
    while at < applying.len() {
        let (signs, rest) = ((at % SIGNS) as Signs, at / SIGNS);
        let (is_orig, rest) = (rest % 2 == 1, rest / 2);
        let (peer, sender) = (1 << (rest % STATES), 1 << (rest / STATES));
        let mut row = 0;
        while row < ROWS.len() {
            let r = &ROWS[row];
            if r.sender & sender != 0
                && r.peer & peer != 0
                && signs & r.has == r.has
                && signs & r.lacks == 0
                && match r.role {
                    Some(role) => role.is_orig() == is_orig,
                    None => true,
                }
            {
                applying[at] |= 1 << row;
            }
            row += 1;
        }
        at += 1;
    }
    applying
}

/// The steps that a segment calls for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan(Applying);

impl Plan {
    /// The steps for a segment of a sender in state `sender`.
    #[inline]
    pub(super) fn of(sender: State, peer: State, role: Role, seg: &Segment<'_>) -> Plan {
        let bit = |set: bool, sign: Signs| if set { sign } else { 0 };
        let f = seg.flags;
        let signs = bit(f.syn(), SYN)
            | bit(f.ack(), ACK)
            | bit(f.fin(), FIN)
            | bit(f.rst(), RST)
            | bit(seg.len > 0, DATA);
        let at = situation(sender as usize, peer as usize, role.is_orig(), signs.into());
        Plan(APPLYING.get(at).copied().unwrap_or_default())
    }

    /// True if there are no steps.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The steps in order.
    pub(super) fn steps(self) -> impl Iterator<Item = Step> {
        let mut rows = self.0;
        let applying = std::iter::from_fn(move || {
            let row = ROWS.get(rows.trailing_zeros() as usize)?;
            rows &= rows - 1;
            Some(row)
        });
        applying.flat_map(|row| row.steps).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [State; STATES] = [Inactive, SynSent, SynAckSent, Partial, Established, Closed, Reset];

    fn plan(sender: State, peer: State, role: Role, signs: Signs) -> Vec<Step> {
        let at = situation(sender as usize, peer as usize, role.is_orig(), signs.into());
        Plan(APPLYING[at]).steps().collect()
    }

    #[track_caller]
    fn check(sender: State, peer: State, role: Role, signs: Signs, steps: &[Step]) {
        assert_eq!(plan(sender, peer, role, signs), steps);
    }

    /// Every situation with its plan.
    fn all() -> impl Iterator<Item = (State, State, Role, Signs, Vec<Step>)> {
        NAMES.into_iter().flat_map(|s| NAMES.into_iter().map(move |p| (s, p))).flat_map(|(s, p)| {
            [ORIG, RESP].into_iter().flat_map(move |r| {
                (0..SIGNS as Signs).map(move |signs| (s, p, r, signs, plan(s, p, r, signs)))
            })
        })
    }

    #[test]
    fn the_handshake() {
        check(Inactive, Inactive, ORIG, SYN, &[Enter(SynSent), AwaitAnswer]);
        check(
            Inactive,
            SynSent,
            RESP,
            SYN | ACK,
            &[OddUnlessAcksPeer, PeerEnters(Established), Enter(Established), SayEstablished, ReportStatus],
        );
        check(Inactive, SynSent, RESP, ACK, &[]);
        check(Inactive, SynSent, RESP, RST | ACK, &[Enter(Reset), Close, SayRejected]);
    }

    #[test]
    fn an_open_connection_changes_only_with_syn_fin_and_rst() {
        for (sender, _, _, signs, steps) in all() {
            if matches!(sender, Established | Partial | Closed) && signs & (SYN | FIN | RST) == 0 {
                assert_eq!(steps, []);
            }
        }
    }

    #[test]
    fn a_fin_closes_and_a_rst_resets_whoever_has_not_ended_before() {
        for (sender, peer, _, signs, steps) in all() {
            let ends = |s: &Step| matches!(s, Close | CloseOnce | Finish);
            let ended = steps.iter().rev().find_map(|s| if let Enter(to) = s { Some(*to) } else { None });
            let wanted = match (sender, signs & RST != 0, signs & FIN != 0) {
                (Closed, true, _) if peer != Closed => Some(Reset),
                (Closed | Reset, ..) => None,
                (_, true, _) => Some(Reset),
                (_, _, true) => Some(Closed),
                _ => {
                    assert!(!steps.iter().any(ends));
                    continue;
                }
            };
            assert_eq!(ended, wanted, "{sender:?} {peer:?} {signs:#b}");
            assert_eq!(steps.iter().any(ends), wanted.is_some());
        }
    }

    #[test]
    fn whoever_was_silent_has_a_state_after_its_first_segment() {
        for (sender, peer, role, signs, steps) in all().filter(|s| s.0 == Inactive) {
            let answers_later = peer == SynSent && role == RESP && signs & !ACK == 0;
            assert_eq!(steps.iter().any(|s| matches!(s, Enter(_))), !answers_later, "{sender:?} {signs:#b}");
        }
    }

    #[test]
    fn every_row_applies_somewhere() {
        let used = APPLYING.iter().fold(0, |all, rows| all | rows);
        assert_eq!(used, (1 << ROWS.len()) - 1);
    }
}
