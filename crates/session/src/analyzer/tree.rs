//! The analyzers of one connection.
use super::detect::{Aspect, Detection, Detector, Extent, FirstHeaders};
use super::{Analyzer, AnalyzerId, Context, Datagram, Tag};
use crate::conn::Role;
use crate::flow::Flow;
use crate::weird::Weird;
use std::any::Any;

/// Whether an analyzer has confirmed its protocol or reported a violation.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Belief {
    #[default]
    Unknown,
    Confirmed,
    Violated,
}

pub(super) struct Node {
    pub(super) id: AnalyzerId,
    pub(super) tag: Tag,
    pub(super) parent: Option<AnalyzerId>,
    pub(super) belief: Belief,
    /// The number of violations so far.
    pub(super) violations: u32,
    pub(super) removing: bool,
    pub(super) skips: bool,
    /// `None` while it runs.
    analyzer: Option<Box<dyn Analyzer>>,
}

/// The analyzers in the order they were added.
#[derive(Default)]
pub(crate) struct Tree {
    pub(super) nodes: Vec<Node>,
    detection: Option<Detection>,
    rare: Option<Box<Rare>>,
}

/// What few trees have.
#[derive(Default)]
struct Rare {
    /// Tags that must not be added again under a parent.
    prevented: Vec<(Option<AnalyzerId>, Tag)>,
    /// Detectors for data that analyzers forward to their children.
    inner: Vec<(AnalyzerId, Detection)>,
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.nodes.iter().map(|n| (n.id, n.tag, n.parent))).finish()
    }
}

impl Tree {
    /// True if the connection has neither an analyzer nor a detector.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.detection.is_none()
    }

    /// Drops the bytes that detectors keep for analyzers added later.
    pub(crate) fn drop_buffers(&mut self) {
        self.detections().for_each(|d| d.drop_buffer());
    }

    fn detections(&mut self) -> impl Iterator<Item = &mut Detection> {
        let inner = self.rare.iter_mut().flat_map(|r| &mut r.inner).map(|(_, d)| d);
        self.detection.iter_mut().chain(inner)
    }

    #[inline]
    fn inner_detectors(&self) -> &[(AnalyzerId, Detection)] {
        self.rare.as_ref().map_or(&[], |r| &r.inner)
    }

    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    pub(super) fn detect_with(&mut self, detector: Box<dyn Detector>) {
        self.detection = Some(Detection::new(detector, None));
    }

    /// Detects protocols in the data that an analyzer forwards.
    pub(super) fn detect_inside(&mut self, id: AnalyzerId, detector: Box<dyn Detector>) {
        if !self.inner_detectors().iter().any(|(i, _)| *i == id) {
            self.rare().inner.push((id, Detection::new(detector, Some(id))));
        }
    }

    /// Runs `f` on the detector for an analyzer's children, if one exists.
    pub(super) fn inner(
        &mut self,
        flow: &mut Flow<'_>,
        id: AnalyzerId,
        f: impl FnOnce(&mut Detection, &mut Tree, &mut Flow<'_>),
    ) {
        let Some(at) = self.inner_detectors().iter().position(|(i, _)| *i == id) else { return };
        let (_, mut detection) = self.rare().inner.remove(at);
        f(&mut detection, self, flow);
        self.rare().inner.push((id, detection));
    }

    /// Adds a root analyzer while the tree is in its connection, not taken out to run.
    pub(super) fn attach(flow: &mut Flow<'_>, tag: Tag) -> Option<AnalyzerId> {
        let mut tree = flow.conn.analyzers.take().unwrap_or_default();
        let id = tree.add(flow, None, tag, None);
        if !tree.is_empty() {
            flow.conn.analyzers = Some(tree);
        }
        id
    }

    /// Adds an analyzer; `None` if it exists, must not be added again, or is disabled or unknown.
    pub(super) fn add(
        &mut self,
        flow: &mut Flow<'_>,
        parent: Option<AnalyzerId>,
        tag: Tag,
        given: Option<Box<dyn Analyzer>>,
    ) -> Option<AnalyzerId> {
        let registry = &flow.env.analyzers;
        let (tag, made) = match (&given, &registry.factory) {
            (None, Some(f)) => f.stand_ins(tag, &|t| registry.is_enabled(t)),
            _ => (tag, tag),
        };
        let there = self.nodes.iter().any(|n| n.parent == parent && n.tag == tag && !n.removing);
        if there
            || self.rare.as_ref().is_some_and(|r| r.prevented.contains(&(parent, tag)))
            || !registry.is_enabled(made)
        {
            return None;
        }
        if self.nodes.len() >= flow.env.opts.caps.analyzers {
            flow.weird(Weird::AnalyzerCap.name(), b"", "");
            return None;
        }
        let analyzer = match given {
            Some(a) => a,
            None => {
                let factory = flow.env.analyzers.factory.clone()?;
                factory.create(made, &flow.conn.view(flow.id, flow.tcp.as_deref()))?
            }
        };
        let id = flow.env.analyzers.new_id();
        flow.env.analyzers.skip_ids(analyzer.splitters(flow.tcp.is_some()));
        // Most connections have one or two analyzers.
        self.nodes.reserve_exact(1);
        self.nodes.push(Node {
            id,
            tag,
            parent,
            belief: Belief::Unknown,
            violations: 0,
            removing: false,
            skips: false,
            analyzer: Some(analyzer),
        });
        Some(id)
    }

    /// Marks an analyzer and all its descendants for removal at the end of the current call.
    pub(crate) fn remove(&mut self, id: AnalyzerId, prevent: bool) -> bool {
        let Some(node) = self.nodes.iter_mut().find(|n| n.id == id && !n.removing) else { return false };
        node.removing = true;
        let kind = (node.parent, node.tag);
        if prevent {
            self.rare().prevented.push(kind);
        }
        let below: Vec<_> = self.nodes.iter().filter(|n| n.parent == Some(id)).map(|n| n.id).collect();
        for child in below {
            self.remove(child, false);
        }
        true
    }

    /// Ids and tags in the order they were added.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (AnalyzerId, Tag)> {
        self.nodes.iter().filter(|n| !n.removing).map(|n| (n.id, n.tag))
    }

    /// Runs `f` on one analyzer, if it has type `A` and is not running already.
    pub(crate) fn with<A: Analyzer, R>(
        &mut self,
        flow: &mut Flow<'_>,
        id: AnalyzerId,
        f: impl FnOnce(&mut A, &mut Context<'_, '_>) -> R,
    ) -> Option<R> {
        self.run_id(flow, id, |a, cx| (a as &mut dyn Any).downcast_mut::<A>().map(|a| f(a, cx))).flatten()
    }

    /// An analyzer, if it has type `A` and is not running.
    pub(crate) fn get<A: Analyzer>(&self, id: AnalyzerId) -> Option<&A> {
        let node = self.nodes.iter().find(|n| n.id == id && !n.removing)?;
        (node.analyzer.as_deref()? as &dyn Any).downcast_ref()
    }

    /// The direct children of an analyzer.
    pub(super) fn children(&self, id: AnalyzerId) -> Vec<(AnalyzerId, Tag)> {
        let below = self.nodes.iter().filter(|n| n.parent == Some(id) && !n.removing);
        below.map(|n| (n.id, n.tag)).collect()
    }

    pub(super) fn node(&mut self, id: AnalyzerId) -> Option<&mut Node> {
        self.nodes.iter_mut().find(|n| n.id == id)
    }

    /// The analyzer with a tag, at any depth.
    pub(super) fn find(&self, tag: Tag) -> Option<AnalyzerId> {
        self.nodes.iter().find(|n| n.tag == tag && !n.removing).map(|n| n.id)
    }

    /// Runs `f` on the analyzer at index `at`; does nothing if it is already running.
    fn run<R>(
        &mut self,
        flow: &mut Flow<'_>,
        at: usize,
        f: impl FnOnce(&mut dyn Analyzer, &mut Context<'_, '_>) -> R,
    ) -> Option<R> {
        let node = self.nodes.get_mut(at)?;
        let mut analyzer = node.analyzer.take()?;
        let (id, tag) = (node.id, node.tag);
        let result = f(&mut *analyzer, &mut Context { tree: self, flow, id, tag, part: None });
        if let Some(node) = self.nodes.get_mut(at) {
            node.analyzer = Some(analyzer);
        }
        Some(result)
    }

    /// Runs `f` on one analyzer.
    pub(super) fn run_id<R>(
        &mut self,
        flow: &mut Flow<'_>,
        id: AnalyzerId,
        f: impl FnOnce(&mut dyn Analyzer, &mut Context<'_, '_>) -> R,
    ) -> Option<R> {
        let at = self.nodes.iter().position(|n| n.id == id && !n.removing)?;
        self.run(flow, at, f)
    }

    /// Runs `f` on the children that `parent` had when the call began.
    pub(super) fn each_child(
        &mut self,
        flow: &mut Flow<'_>,
        parent: Option<AnalyzerId>,
        f: &mut dyn FnMut(&mut dyn Analyzer, &mut Context<'_, '_>),
    ) {
        for at in 0..self.nodes.len() {
            let wanted = self.nodes.get(at).is_some_and(|n| n.parent == parent && !n.removing && !n.skips);
            if wanted {
                self.run(flow, at, &mut *f);
            }
        }
    }

    pub(crate) fn each_root(
        &mut self,
        flow: &mut Flow<'_>,
        f: &mut dyn FnMut(&mut dyn Analyzer, &mut Context<'_, '_>),
    ) {
        self.each_child(flow, None, f);
    }

    pub(crate) fn deliver_stream(&mut self, flow: &mut Flow<'_>, role: Role, data: &[u8]) {
        self.each_child(flow, None, &mut |a, cx| a.stream(cx, role, data));
        self.detect(flow, |d, tree, flow| d.stream(tree, flow, role, data));
    }

    pub(crate) fn deliver_packet(&mut self, flow: &mut Flow<'_>, role: Role, packet: &Datagram<'_>) {
        self.each_child(flow, None, &mut |a, cx| a.packet(cx, role, packet));
        self.detect(flow, |d, tree, flow| d.packet(tree, flow, role, packet));
    }

    pub(crate) fn undelivered(&mut self, flow: &mut Flow<'_>, role: Role, seq: u64, len: u64) {
        self.each_child(flow, None, &mut |a, cx| a.undelivered(cx, role, seq, len));
        if let Some(d) = self.detection.as_mut() {
            d.undelivered(flow.env, role, seq, len);
        }
    }

    pub(crate) fn detection_begins(&mut self, flow: &mut Flow<'_>, role: Role, headers: FirstHeaders<'_>) {
        self.detect(flow, |d, tree, flow| d.begin(tree, flow, role, headers));
    }

    /// True if a detector inspects this aspect of a protocol's content.
    pub(super) fn looks_at(&self, aspect: Aspect) -> bool {
        self.detection.as_ref().is_some_and(|d| d.looks_at(aspect))
    }

    /// True if an analyzer may have descendants.
    #[inline]
    pub(super) fn has_below(&self) -> bool {
        self.nodes.len() > 1 || !self.inner_detectors().is_empty()
    }

    pub(crate) fn show(&mut self, flow: &mut Flow<'_>, role: Role, shown: (Aspect, &[u8], Extent)) {
        self.detect(flow, |d, tree, flow| d.aspect(tree, flow, role, shown));
    }

    /// Lets detection look at bytes as if a side had sent them.
    pub(crate) fn look_at(&mut self, flow: &mut Flow<'_>, role: Role, data: &[u8]) {
        self.detect(flow, |d, tree, flow| d.stream(tree, flow, role, data));
    }

    fn detect(&mut self, flow: &mut Flow<'_>, f: impl FnOnce(&mut Detection, &mut Tree, &mut Flow<'_>)) {
        if let Some(mut d) = self.detection.take() {
            f(&mut d, self, flow);
            self.detection = Some(d);
        }
    }

    pub(crate) fn timer(&mut self, flow: &mut Flow<'_>, id: AnalyzerId, token: u32) {
        self.run_id(flow, id, |a, cx| a.timer(cx, token));
    }

    /// Ends all analyzers and detectors with their connection.
    pub(crate) fn done(&mut self, flow: &mut Flow<'_>) {
        for at in 0..self.nodes.len() {
            self.run(flow, at, |a, cx| a.done(cx));
        }
        self.detections().for_each(|d| d.end(flow));
        *self = Tree::default();
    }

    /// Drops the analyzers that are marked for removal.
    pub(crate) fn sweep(&mut self, flow: &mut Flow<'_>) {
        while let Some(at) = self.nodes.iter().position(|n| n.removing) {
            self.run(flow, at, |a, cx| a.done(cx));
            let node = self.nodes.remove(at);
            if let Some(rare) = &mut self.rare {
                rare.inner.retain(|(id, _)| *id != node.id);
            }
        }
    }
}
