//! Reports errors, in the forms of Zeek's messages.
use super::{Pass, Subject, promote, type_key};
use crate::tree::{Expr, ExprKind, ExprRef};
use script_syntax::{Diagnostic, Site, Span};
use std::rc::Rc;
use value::Type;

impl Pass<'_> {
    pub(super) fn error(&mut self, site: impl Into<Site>, message: impl Into<String>) {
        self.c.report(Diagnostic::error(site, message));
    }

    /// Reports an error about `a`, in the form `MESSAGE (A)`.
    pub(super) fn error_of(&mut self, message: impl Into<String>, a: impl Into<Subject>) {
        let a = a.into();
        self.c.report(Diagnostic::error(a.site, message).about(a.text));
    }

    /// Reports an error about two things, in the form `MESSAGE (A and B)`.
    pub(super) fn error_of_two(
        &mut self,
        message: impl Into<String>,
        a: impl Into<Subject>,
        b: impl Into<Subject>,
    ) {
        let (a, b) = (a.into(), b.into());
        let both = format!("{} and {}", a.text, b.text);
        self.c.report(Diagnostic::error(a.site, message).about(both).and(b.site));
    }

    /// Reports an expression of the wrong type. The rich style shows the expression; the plain style begins with the
    /// place of the type's declaration.
    pub(super) fn misfit(&mut self, message: impl Into<String>, wanted: &Type, e: &ExprRef) {
        let (a, b) = (self.of_type(wanted), Subject::from(e));
        let both = format!("{} and {}", a.text, b.text);
        let help = self.instead_of(wanted, &e.ty);
        let mut d = Diagnostic::error(b.site, message).about(both).plain_site(a.site).help(help);
        d.other = Some(b.site);
        self.c.report(d);
    }

    /// Returns the help text that names the expected and the found type.
    pub(super) fn instead_of(&self, wanted: &Type, found: &Type) -> String {
        format!("expected `{}`, found `{}`", self.of_type(wanted).text, self.of_type(found).text)
    }

    /// Reports an assignment of the wrong type.
    pub(super) fn clash(&mut self, message: impl Into<String>, a: Subject, wanted: &Type, found: &Type) {
        let help = self.instead_of(wanted, found);
        self.c.report(Diagnostic::error(a.site, message).about(a.text).help(help));
    }

    /// Reports an error about `a` that also shows a second place.
    pub(super) fn error_beside(&mut self, message: impl Into<String>, a: impl Into<Subject>, b: Site) {
        let a = a.into();
        self.c.report(Diagnostic::error(a.site, message).about(a.text).and(b));
    }

    /// Returns a type as the subject of a message.
    pub(super) fn of_type(&self, t: &Type) -> Subject {
        let text = match t {
            Type::List(all) => format!("list of {}", promote::listed(all)),
            t => t.to_string(),
        };
        Subject { site: self.type_site(t), text }
    }

    pub(super) fn type_site(&self, t: &Type) -> Site {
        match type_key(t) {
            Some(key) => self.c.type_spans.get(&key).map_or(Site::Nowhere, |&s| s.into()),
            None => Site::Type(t.tag_name()),
        }
    }

    /// Records where a type was written.
    pub(super) fn place_type(&mut self, t: &Type, span: Span) {
        if let Some(key) = type_key(t) {
            self.c.type_spans.insert(key, span);
        }
    }

    /// Returns the placeholder for an expression whose error was reported; messages show it as written.
    pub(super) fn broken(&self, e: &ExprRef) -> ExprRef {
        Expr::new(ExprKind::List(vec![Rc::clone(e)]), Type::Error, e.loc)
    }

    /// Reports an error about an expression and returns its placeholder.
    pub(super) fn fail(&mut self, message: impl Into<String>, e: &ExprRef) -> ExprRef {
        self.error_of(message, e);
        self.broken(e)
    }
}
