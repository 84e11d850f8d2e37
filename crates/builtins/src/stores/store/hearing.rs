//! What a store hears: a master from clones and of its bucket, a clone from its master.
use super::super::held::{Asker, Held, Late, Origin};
use super::super::{Answered, Change, Effect, Entry, Maker, Query, number, real, text, text_of};
use super::{LOADED, MOST_NODES, Role, Store};
use cluster_wire::Data;

impl Store {
    /// Takes what another node said. Returns answers to queries that waited.
    ///
    /// # Errors
    /// Why the message is malformed.
    pub(crate) fn hear(
        &mut self,
        kind: &str,
        args: Vec<Data<'static>>,
        now: f64,
    ) -> Result<Vec<(u64, Answered)>, String> {
        let mut args = args.into_iter();
        let mut next = || args.next().ok_or_else(|| format!("a message {kind} is too short"));
        if self.is_master() && kind == LOADED {
            return self.load(now);
        }
        if self.is_master() {
            self.hear_clone(kind, &mut next, now)?;
            return Ok(Vec::new());
        }
        self.hear_master(kind, &mut next)
    }

    /// What a clone says.
    fn hear_clone(
        &mut self,
        kind: &str,
        next: &mut dyn FnMut() -> Result<Data<'static>, String>,
        now: f64,
    ) -> Result<(), String> {
        match kind {
            "ask" => {
                let node = text_of(&next()?);
                self.count(&node, number(&next()?));
                // All clones are told once it has its content.
                if self.held.is_none() {
                    self.tell_all();
                }
            }
            "change" => {
                let change = Change::from_data(next()?)?;
                let origin = Origin { node: text_of(&next()?), number: number(&next()?) };
                self.count(&origin.node, origin.number);
                if let Some(held) = &mut self.held {
                    return held.push(Late { change, maker: Maker::Call, origin, asker: Asker::Nobody });
                }
                self.apply(change, Maker::Call, origin, now)?;
            }
            "unique" => {
                let change = Change::from_data(next()?)?;
                let (number, asker) = (next()?, next()?);
                if let Some(held) = &mut self.held {
                    let (maker, origin, asker) = (Maker::Call, Origin::default(), Asker::Node(number, asker));
                    return held.push(Late { change, maker, origin, asker });
                }
                let done = self.apply(change, Maker::Call, Origin::default(), now)?;
                self.say(false, "answer", vec![number, asker, Data::Bool(done)]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes the number of a node's last message.
    fn count(&mut self, node: &str, number: u64) {
        let Role::Master(heard) = &mut self.role else { return };
        if heard.len() < MOST_NODES || heard.contains_key(node) {
            heard.insert(node.to_owned(), number);
        }
    }

    /// Tells clones the whole content, and which of their messages it includes.
    fn tell_all(&mut self) {
        let Role::Master(heard) = &self.role else { return };
        let heard = heard.iter().map(|(node, number)| (text(node), Data::Count(*number))).collect();
        let all = self
            .content
            .entries()
            .map(|(key, e)| (key.clone(), Data::List(vec![e.value.clone(), Data::Real(e.expires)])));
        let all = Data::Table(all.collect());
        self.say(false, "content", vec![all, Data::Table(heard)]);
    }

    /// The bucket has been read: the master takes its content, and what waited is done in order.
    fn load(&mut self, now: f64) -> Result<Vec<(u64, Answered)>, String> {
        let read = self.held.as_mut().and_then(|held| {
            let content = held.bucket.as_ref()?.content()?;
            Some((held.bucket.take()?, content))
        });
        let Some((bucket, content)) = read else { return Ok(Vec::new()) };
        let Held { changes, queries, .. } = self.held.take().map_or_else(Held::default, |held| *held);
        let mut trouble = self.content.take_from(bucket, content, now);
        let mut answers = Vec::new();
        for Late { change, maker, origin, asker } in changes {
            let done = self.apply(change, maker, origin, now);
            let answer = done.as_ref().ok().map(|done| Data::Bool(*done));
            match asker {
                Asker::Nobody => {}
                Asker::Ticket(ticket) => answers.push((ticket, answer)),
                Asker::Node(number, asker) => {
                    let done = answer.unwrap_or(Data::Bool(false));
                    self.say(false, "answer", vec![number, asker, done]);
                }
            }
            trouble = trouble.and(done.map(drop));
        }
        answers
            .extend(queries.into_iter().map(|(ticket, query)| (ticket, self.answer(&query, now).flatten())));
        self.tell_all();
        self.affects(Effect::All);
        if let Err(why) = trouble {
            self.content.trouble = Some(why);
        }
        Ok(answers)
    }

    /// What the master says.
    fn hear_master(
        &mut self,
        kind: &str,
        next: &mut dyn FnMut() -> Result<Data<'static>, String>,
    ) -> Result<Vec<(u64, Answered)>, String> {
        match kind {
            "set" => {
                let (key, value, expires) = (next()?, next()?, real(&next()?));
                self.content.put(key.clone(), Entry { value, expires });
                self.followed(key, false, &next()?, &next()?);
            }
            "erase" => {
                let (key, has_expired) = (next()?, matches!(next()?, Data::Bool(true)));
                self.content.erase(&key);
                self.followed(key, has_expired, &next()?, &next()?);
            }
            "clear" => {
                self.content.clear();
                let (node, number) = (next()?, number(&next()?));
                if let Role::Clone(copied) = &mut self.role
                    && node == text(&self.node)
                {
                    copied.confirm_clear(number);
                }
                self.affects(Effect::All);
            }
            "content" => return self.fill(next()?, &next()?),
            "answer" => {
                let (number, asker, done) = (number(&next()?), next()?, next()?);
                if let Role::Clone(copied) = &mut self.role
                    && asker == text(&self.node)
                    && let Some(ticket) = copied.unanswered.remove(&number)
                {
                    return Ok(vec![(ticket, Some(done))]);
                }
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// A clone's content has followed a change of a key, which the message `sent` of `node` brought about.
    fn followed(&mut self, key: Data<'static>, has_expired: bool, node: &Data<'_>, sent: &Data<'_>) {
        if let Role::Clone(copied) = &mut self.role
            && *node == text(&self.node)
        {
            copied.confirm(&key, number(sent));
        }
        self.affects(Effect::Key { key, has_expired });
    }

    /// Takes the master's whole content, then sends it the changes that were kept for it.
    fn fill(&mut self, all: Data<'static>, heard: &Data<'_>) -> Result<Vec<(u64, Answered)>, String> {
        let Data::Table(all) = all else { return Err("the content of a store is no table".to_owned()) };
        self.content.clear();
        for (key, entry) in all {
            let Data::List(parts) = entry else { return Err("an entry of a store is no list".to_owned()) };
            let [value, expires] = <[_; 2]>::try_from(parts)
                .map_err(|_| "an entry of a store has other parts than 2".to_owned())?;
            self.content.put(key, Entry { value, expires: real(&expires) });
        }
        let included = match heard {
            Data::Table(heard) => {
                heard.iter().find(|(node, _)| *node == text(&self.node)).map(|(_, n)| number(n))
            }
            _ => None,
        };
        let Role::Clone(copied) = &mut self.role else { return Ok(Vec::new()) };
        let (kept, waiting) = copied.filled(included.unwrap_or(0));
        for (number, change) in kept {
            let node = text(&self.node);
            self.say(true, "change", vec![change.into_data(), node, Data::Count(number)]);
        }
        self.affects(Effect::All);
        let answer = |query: &Query| self.answer(query, 0.0).flatten();
        Ok(waiting.into_iter().map(|(ticket, query)| (ticket, answer(&query))).collect())
    }
}
