//! The analyzer: reports tokens as events and passes mechanism tokens to their parsers.
use super::token::{Kerberos, Token, Tokens};
use crate::asn1::tag;
use crate::embedded::Embedded;
use crate::krb::{Keytab, Krb};
use crate::ntlm::{self, Ntlm};
use crate::{Maker, Settings, tags};
use event::gssapi as ev;
use session::Role;
use session::analyzer::{Analyzer, Context, Tag};
use std::rc::Rc;
use wire::ReadResult;

const NTLM: Tag = tags::tag("NTLM");
const KRB: Tag = tags::tag("KRB");

/// The analyzer. Each delivery is a token.
#[derive(Default)]
pub struct Gssapi {
    keys: Rc<Keytab>,
    ntlm: Embedded<Ntlm>,
    krb: Embedded<Krb>,
}

/// Makes the analyzers of a run.
pub fn maker(s: &dyn Settings) -> Maker {
    let keys = Keytab::of(s);
    Box::new(move |_| Some(Box::new(Gssapi::new(&keys))))
}

impl Gssapi {
    /// An analyzer that decrypts Kerberos tickets with these keys.
    #[must_use]
    pub fn new(keys: &Rc<Keytab>) -> Self {
        Gssapi { keys: Rc::clone(keys), ..Gssapi::default() }
    }

    /// Reads one complete token.
    pub fn token(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) {
        match self.parts(cx, bytes) {
            Ok(()) => cx.confirm(),
            Err(e) => cx.violate(&e.to_string(), None),
        }
    }

    fn parts(&mut self, cx: &mut Context<'_, '_>, bytes: &[u8]) -> ReadResult<()> {
        let Some(mut tokens) = Tokens::new(bytes)? else { return Ok(()) };
        while let Some(token) = tokens.token()? {
            match token {
                Token::State(state) => cx.event(|c| ev::NegResult { c, state }),
                Token::Mechanism { first, bytes } => self.mechanism(cx, Role::of(first), bytes)?,
            }
        }
        Ok(())
    }

    /// Passes a mechanism's token to its parser. The first bytes of the token identify the mechanism, because the
    /// negotiated mechanism may be only the client's guess.
    fn mechanism(&mut self, cx: &mut Context<'_, '_>, from: Role, bytes: &[u8]) -> ReadResult<()> {
        if bytes.starts_with(ntlm::SIGNATURE) {
            self.ntlm.run(cx, NTLM, |ntlm, cx| ntlm.message(cx, bytes));
        } else if bytes.first() == Some(&tag::APPLICATION) {
            let token = Kerberos::read(bytes)?;
            let make = || Krb::new(&self.keys);
            self.krb.run_new(cx, KRB, make, |krb, cx| krb.message(cx, from, token.message));
        }
        Ok(())
    }
}

impl Analyzer for Gssapi {
    fn stream(&mut self, cx: &mut Context<'_, '_>, _: Role, data: &[u8]) {
        self.token(cx, data);
    }
}
