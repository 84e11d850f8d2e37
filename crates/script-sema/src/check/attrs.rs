//! Attributes: where each is allowed, and which values it accepts.
use super::attr_list::{Attr, Attrs, Holder, string_of};
use super::promote::record_promotable;
use super::{Pass, Subject, is_error};
use crate::tree::{ExprKind, ExprRef};
use script_syntax::tree::List;
use script_syntax::{Site, Span, Tok, tree as syntax};
use value::{FieldAttrs, Flavor, Type};

/// Whether an attribute may occur twice.
fn may_repeat(tag: Tok) -> bool {
    use Tok::*;
    matches!(
        tag,
        AttrBrokerAllowComplexType
            | AttrErrorHandler
            | AttrIsUsed
            | AttrLog
            | AttrNoCppOpt
            | AttrNoZamOpt
            | AttrOptional
            | AttrRawOutput
            | AttrRedef
    )
}

impl Pass<'_> {
    /// Checks the values of attributes, but not whether the attributes fit their holder.
    pub(super) fn attr_values(&mut self, list: List<syntax::Attr>) -> Vec<Attr> {
        let t = self.t;
        t[list]
            .iter()
            .map(|a| Attr { tag: a.tok, value: a.value.map(|v| self.expr(v)), span: a.span })
            .collect()
    }

    /// Checks attributes against the type of their holder.
    pub(super) fn attrs(&mut self, list: List<syntax::Attr>, ty: &Type, holder: Holder) -> Attrs {
        let mut out = Attrs::default();
        if list.is_empty() {
            return out;
        }
        for a in self.attr_values(list) {
            self.add_attr(&mut out, a, ty, holder, false);
        }
        out
    }

    /// Adds an attribute; a `redef` replaces one with the same name.
    pub(super) fn add_attr(&mut self, all: &mut Attrs, attr: Attr, ty: &Type, holder: Holder, redef: bool) {
        let tag = attr.tag;
        if !redef && let Some(old) = all.find(tag) {
            let bare = attr.value.is_none() && old.value.is_none();
            if !(may_repeat(tag) || (tag == Tok::AttrDeprecated && bare)) {
                let message = format!("Duplicate {} attribute is ambiguous", tag.text());
                self.error(attr.span, message);
            }
        }
        all.push(attr);
        if !is_error(ty) && !self.check_attr(all, tag, ty, holder) {
            all.remove(tag);
            return;
        }
        let implied = |tag| Attr { tag, value: None, span: Span::NONE };
        if matches!(tag, Tok::AttrAddFunc | Tok::AttrDeleteFunc) && !all.has(Tok::AttrRedef) {
            all.push(implied(Tok::AttrRedef));
        }
        if holder != Holder::Global && tag == Tok::AttrDefault && !all.has(Tok::AttrOptional) {
            all.push(implied(Tok::AttrOptional));
        }
    }

    pub(super) fn attr_error(&mut self, all: &Attrs, message: &str) -> bool {
        let parts: Vec<String> = all.iter().map(|a| self.attr_text(a)).collect();
        self.error_of(message, Subject { site: all.span().into(), text: parts.join(", ") });
        false
    }

    /// Returns an attribute as text. If it contains a function, the function's body is included.
    fn attr_text(&self, a: &Attr) -> String {
        match a.value.as_ref().map(|v| &v.kind) {
            Some(ExprKind::Lambda(body, _)) => {
                let block = &self.c.program.body(*body).block;
                format!("{a}{}", crate::tree::print::statement(block))
            }
            _ => a.to_string(),
        }
    }

    /// Checks the attribute `tag` of `all`; returns false after an error.
    fn check_attr(&mut self, all: &mut Attrs, tag: Tok, ty: &Type, holder: Holder) -> bool {
        use Tok::*;
        let Some(attr) = all.find(tag).cloned() else { return true };
        let is_table = matches!(ty, Type::Table(_));
        let is_event = matches!(ty, Type::Func(f) if f.flavor == Flavor::Event);
        match tag {
            AttrOptional => {
                if holder == Holder::Global {
                    return self.attr_error(all, "&optional is not valid for global variables");
                }
                if holder == Holder::Field && all.has(AttrDefault) {
                    self.default_and_optional(attr.span);
                }
                true
            }
            AttrAddFunc | AttrDeleteFunc => {
                let name = tag.text();
                let Some(v) = &attr.value else { return true };
                let Type::Func(f) = &v.ty else {
                    self.error_of(format!("{name} must be a function"), v);
                    return false;
                };
                if !f.result.same(ty) {
                    self.error_of(format!("{name} function must yield same type as variable"), v);
                    return false;
                }
                true
            }
            AttrDefaultInsert | AttrDefault => {
                if tag == AttrDefaultInsert && !ty.is_table() {
                    return self.attr_error(all, "&default_insert only applicable to tables");
                }
                let other = if tag == AttrDefault { AttrDefaultInsert } else { AttrDefault };
                if all.has(other) {
                    return self.attr_error(all, "&default and &default_insert cannot be used together");
                }
                if tag == AttrDefault && holder == Holder::Field && all.has(AttrOptional) {
                    self.default_and_optional(attr.span);
                }
                match self.check_default(&attr, ty, holder) {
                    Ok(Some(v)) => {
                        if let Some(a) = all.0.iter_mut().find(|a| a.tag == tag) {
                            a.value = Some(v);
                        }
                        true
                    }
                    Ok(None) => true,
                    Err(Some(message)) => self.attr_error(all, &message),
                    Err(None) => true,
                }
            }
            AttrReadExpire | AttrWriteExpire | AttrCreateExpire => {
                if tag == AttrReadExpire {
                    for (other, name) in [(AttrBrokerStore, "&broker_store"), (AttrBackend, "&backend")] {
                        if all.has(other) {
                            let m = format!("{name} and &read_expire cannot be used simultaneously");
                            return self.attr_error(all, &m);
                        }
                    }
                }
                if !is_table {
                    return self.attr_error(all, "expiration only applicable to sets/tables");
                }
                let kinds = [AttrReadExpire, AttrWriteExpire, AttrCreateExpire];
                if kinds.iter().filter(|&&k| all.has(k)).count() > 1 {
                    let m = "set/table can only have one of &read_expire, &write_expire, &create_expire";
                    return self.attr_error(all, m);
                }
                if let Some(v) = &attr.value
                    && !matches!(v.ty, Type::Interval | Type::Error)
                {
                    self.error_of("expiration interval has wrong type", v);
                }
                true
            }
            AttrExpireFunc => {
                if !is_table {
                    return self.attr_error(all, "expiration only applicable to tables");
                }
                self.check_expire_func(&attr, ty);
                for (other, name) in [(AttrBrokerStore, "&broker_store"), (AttrBackend, "&backend")] {
                    if all.has(other) {
                        let m = format!("{name} and &expire_func cannot be used simultaneously");
                        return self.attr_error(all, &m);
                    }
                }
                true
            }
            AttrOnChange => self.check_on_change(all, &attr, ty),
            AttrBackend | AttrBrokerStore => self.check_store(all, &attr, ty, holder),
            AttrBrokerAllowComplexType if !is_table => {
                self.attr_error(all, "&broker_allow_complex_type only applicable to sets/tables")
            }
            AttrRawOutput if !matches!(ty, Type::File(_)) => {
                self.attr_error(all, "&raw_output only applicable to files")
            }
            AttrPriority => self.attr_error(all, "&priority only applicable to event bodies"),
            AttrGroup if !is_event => self.attr_error(all, "&group only applicable to events"),
            AttrErrorHandler if !is_event => self.attr_error(all, "&error_handler only applicable to events"),
            AttrLog if !loggable(ty, false) => {
                self.attr_error(all, "&log applied to a type that cannot be logged")
            }
            AttrTypeColumn => {
                if !matches!(ty, Type::Port) {
                    return self.attr_error(all, "type_column tag only applicable to ports");
                }
                if !attr.value.as_ref().is_some_and(|v| matches!(v.ty, Type::String)) {
                    return self.attr_error(all, "type column needs to have a string argument");
                }
                true
            }
            AttrOrdered if !is_table => self.attr_error(all, "&ordered only applicable to tables"),
            AttrNoZamOpt | AttrNoCppOpt if !matches!(ty, Type::Func(_)) => {
                let what = if tag == AttrNoZamOpt { "ZAM" } else { "CPP" };
                let all = Subject { site: all.span().into(), text: all.to_string() };
                let other = self.of_type(ty);
                self.error_of_two(format!("&no_{what}_opt must apply to a function"), all, other);
                false
            }
            _ => true,
        }
    }

    fn default_and_optional(&mut self, at: Span) {
        let message = "Remove in v8.1: Using &default and &optional together results in &default behavior";
        self.c.deprecation(at, Site::Nowhere, message.into());
    }

    /// Checks a default. Returns the converted value if a conversion is needed. An error carries a message unless it
    /// was already reported.
    fn check_default(
        &mut self,
        attr: &Attr,
        ty: &Type,
        holder: Holder,
    ) -> Result<Option<ExprRef>, Option<String>> {
        let name = attr.tag.text();
        let in_record = holder == Holder::Field;
        if holder == Holder::Global && !ty.is_table() {
            return Err(Some(format!("{name} is not valid for global variables except for tables")));
        }
        let Some(v) = &attr.value else { return Ok(None) };
        if is_error(&v.ty) {
            return Ok(None);
        }
        let promotable = |to: &Type| match (to, &v.ty) {
            (Type::Record(to), Type::Record(from)) => record_promotable(to, from),
            _ => false,
        };
        let Type::Table(table) = ty else { return self.plain_default(attr, v, ty, promotable(ty)) };
        if table.yields.is_none() && !in_record {
            return self.plain_default(attr, v, ty, false);
        }
        if in_record {
            if v.ty.same(ty) {
                return Ok(None);
            }
            if matches!(&v.ty, Type::Table(t) if t.index.is_empty())
                && let Some(p) = self.promote(v, ty)
            {
                return Ok(Some(p));
            }
            if table.yields.as_ref().is_some_and(promotable) {
                return Ok(None);
            }
            return Err(Some("&default value has inconsistent type".into()));
        }
        let Some(yields) = &table.yields else { return Ok(None) };
        if let Type::Func(f) = &v.ty {
            if v.ty.same(yields) {
                return Ok(None);
            }
            if !self.takes(f, &table.index, true) || !f.result.same(yields) {
                return Err(Some(format!("{name} function type clash")));
            }
            return Ok(None);
        }
        if v.ty.same(yields) {
            return Ok(None);
        }
        // The table has no types yet: its attributes are checked again when it gets some.
        if matches!(yields, Type::Any) && table.index.is_empty() {
            return Ok(None);
        }
        if promotable(yields) {
            return match self.promote(v, yields) {
                Some(p) => Ok(Some(p)),
                None => Err(None),
            };
        }
        match self.promote(v, yields) {
            Some(p) => Ok(Some(p)),
            None => Err(Some(format!("{name} value has inconsistent type"))),
        }
    }

    fn plain_default(
        &mut self,
        attr: &Attr,
        v: &ExprRef,
        ty: &Type,
        promotable: bool,
    ) -> Result<Option<ExprRef>, Option<String>> {
        if v.ty.same(ty) {
            return Ok(None);
        }
        if !promotable && matches!(ty, Type::Table(t) if t.index.is_empty()) {
            return Ok(None);
        }
        if let Some(p) = self.promote(v, ty) {
            return Ok(Some(p));
        }
        let wanted = self.of_type(ty);
        self.error_of_two(format!("{} value has inconsistent type", attr.tag.text()), v, wanted);
        Err(None)
    }

    /// Returns a field's attributes in the form that types store.
    pub(super) fn field_attrs(&mut self, attrs: &Attrs, ty: &Type) -> FieldAttrs {
        if attrs.is_empty() {
            return FieldAttrs::default();
        }
        let default = attrs.find(Tok::AttrDefault).and_then(|a| a.value.clone());
        let default = default.map(|v| self.c.program.add_thunk(v));
        let table = if matches!(ty, Type::Table(_)) {
            let mut own = attrs.clone();
            own.remove(Tok::AttrDefault);
            self.table_attrs(&own)
        } else {
            None
        };
        FieldAttrs {
            optional: attrs.has(Tok::AttrOptional),
            log: attrs.has(Tok::AttrLog),
            default,
            table,
            deprecated: attrs.deprecated(),
            type_column: attrs.find(Tok::AttrTypeColumn).and_then(|a| a.value.as_ref()).and_then(string_of),
            text: Some(attrs.to_string().into()),
        }
    }
}

/// Whether values of this type can be logged; containers cannot if `atomic` is set.
pub(super) fn loggable(t: &Type, atomic: bool) -> bool {
    match t {
        Type::File(_) | Type::Func(_) => true,
        Type::Record(_) => !atomic,
        Type::Table(t) => {
            !atomic && t.yields.is_none() && matches!(t.index.as_slice(), [one] if loggable(one, true))
        }
        Type::Vector(v) => !atomic && loggable(&v.elem, true),
        other => other.is_scalar(),
    }
}
