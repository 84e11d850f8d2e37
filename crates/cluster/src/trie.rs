//! Topic prefixes and their holders.
//!
//! A radix tree over bytes: the cost of a lookup depends on the length of the topic, not on the number of prefixes.
//! Clones share nodes, and a change copies only the path to the changed node, so a flood of subscriptions costs senders
//! nothing.
use std::sync::Arc;

/// Prefixes and the numbers of their holders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    root: Node,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// The bytes between the parent and this node.
    label: Box<[u8]>,
    holders: Vec<u32>,
    /// The children, sorted by the first bytes of their labels, which all differ.
    children: Vec<Arc<Node>>,
}

impl Trie {
    /// Adds a holder of a prefix. Returns `false` if it already holds it.
    pub(crate) fn insert(&mut self, prefix: &[u8], holder: u32) -> bool {
        let holders = &mut self.root.reach(prefix).holders;
        let is_new = !holders.contains(&holder);
        if is_new {
            holders.push(holder);
        }
        is_new
    }

    /// Removes a holder of a prefix. Returns `false` if it does not hold it.
    pub(crate) fn remove(&mut self, prefix: &[u8], holder: u32) -> bool {
        let is_there = self.holders(prefix).contains(&holder);
        if is_there {
            self.root.remove(prefix, holder);
        }
        is_there
    }

    /// Removes all prefixes of a holder and returns them.
    pub(crate) fn remove_all(&mut self, holder: u32) -> Vec<Box<[u8]>> {
        let mut held = Vec::new();
        self.root.collect(holder, &mut Vec::new(), &mut held);
        held.iter().for_each(|prefix| self.root.remove(prefix, holder));
        held
    }

    /// Returns the holders of exactly this prefix.
    pub(crate) fn holders(&self, prefix: &[u8]) -> &[u32] {
        let (mut node, mut rest) = (&self.root, prefix);
        while !rest.is_empty() {
            let Some((child, after)) = node.child(rest) else { return &[] };
            (node, rest) = (child, after);
        }
        &node.holders
    }

    /// Replaces the contents of `found` with the holders of all prefixes of `topic`, sorted and without duplicates.
    pub(crate) fn find(&self, topic: &[u8], found: &mut Vec<u32>) {
        found.clear();
        let (mut node, mut rest) = (&self.root, topic);
        loop {
            found.extend_from_slice(&node.holders);
            let Some((child, after)) = node.child(rest) else { break };
            (node, rest) = (child, after);
        }
        found.sort_unstable();
        found.dedup();
    }
}

impl Node {
    /// Returns the child whose label is a prefix of `rest`, and the bytes after the label.
    fn child<'n, 'r>(&'n self, rest: &'r [u8]) -> Option<(&'n Node, &'r [u8])> {
        let at = self.place(*rest.first()?).ok()?;
        let child = &self.children[at];
        Some((child, rest.strip_prefix(&*child.label)?))
    }

    fn place(&self, first: u8) -> Result<usize, usize> {
        self.children.binary_search_by_key(&first, |child| child.label[0])
    }

    /// Returns the node of a prefix, which is created if needed.
    fn reach(&mut self, prefix: &[u8]) -> &mut Node {
        let Some(&first) = prefix.first() else { return self };
        let at = match self.place(first) {
            Ok(at) => at,
            Err(at) => {
                self.children.insert(at, Arc::new(Node { label: prefix.into(), ..Node::default() }));
                at
            }
        };
        let child = Arc::make_mut(&mut self.children[at]);
        let shared = child.label.iter().zip(prefix).take_while(|(a, b)| a == b).count();
        if shared < child.label.len() {
            child.split(shared);
        }
        child.reach(&prefix[shared..])
    }

    /// Shortens the label to `n` bytes; a new child gets the rest of it.
    fn split(&mut self, n: usize) {
        let lower = Node {
            label: self.label[n..].into(),
            holders: std::mem::take(&mut self.holders),
            children: std::mem::take(&mut self.children),
        };
        self.label = self.label[..n].into();
        self.children.push(Arc::new(lower));
    }

    /// Removes a holder of a prefix. The caller has checked that it exists.
    fn remove(&mut self, prefix: &[u8], holder: u32) {
        let Some(&first) = prefix.first() else {
            return self.holders.retain(|h| *h != holder);
        };
        let Ok(at) = self.place(first) else { return };
        let child = Arc::make_mut(&mut self.children[at]);
        if let Some(rest) = prefix.strip_prefix(&*child.label) {
            child.remove(rest, holder);
            self.tidy(at);
        }
    }

    /// Appends the prefixes of a holder. `above` is the path to this node.
    fn collect(&self, holder: u32, above: &mut Vec<u8>, held: &mut Vec<Box<[u8]>>) {
        let before = above.len();
        above.extend_from_slice(&self.label);
        if self.holders.contains(&holder) {
            held.push(above[..].into());
        }
        self.children.iter().for_each(|child| child.collect(holder, above, held));
        above.truncate(before);
    }

    /// Removes a child without holders if it has no children, or joins it with its only child.
    fn tidy(&mut self, at: usize) {
        let child = &self.children[at];
        if !child.holders.is_empty() {
            return;
        }
        match &child.children[..] {
            [] => drop(self.children.remove(at)),
            [only] => {
                let label = [&child.label[..], &only.label].concat().into();
                let joined = Node { label, holders: only.holders.clone(), children: only.children.clone() };
                self.children[at] = Arc::new(joined);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree and a list of pairs must agree after every step.
    #[test]
    fn agrees_with_a_list_of_pairs() {
        let mut seed = 1u64;
        let mut next = move |n: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % n
        };
        for _ in 0..40 {
            let (mut trie, mut pairs) = (Trie::default(), Vec::<(Vec<u8>, u32)>::new());
            for _ in 0..300 {
                let text: Vec<u8> = (0..next(7)).map(|_| b"ab"[next(2) as usize]).collect();
                let holder = next(3) as u32;
                let pair = (text.clone(), holder);
                let is_there = pairs.contains(&pair);
                match next(5) {
                    0 | 1 => {
                        assert_eq!(trie.insert(&text, holder), !is_there);
                        pairs.push(pair);
                    }
                    2 | 3 => {
                        assert_eq!(trie.remove(&text, holder), is_there);
                        pairs.retain(|p| *p != pair);
                    }
                    _ if next(10) == 0 => {
                        let mut held = trie.remove_all(holder);
                        held.sort();
                        let mut wanted: Vec<_> =
                            pairs.iter().filter(|p| p.1 == holder).map(|p| &*p.0).collect();
                        wanted.sort();
                        wanted.dedup();
                        assert!(held.iter().map(|p| &**p).eq(wanted));
                        pairs.retain(|p| p.1 != holder);
                    }
                    _ => {}
                }
                let wanted = |matches: &dyn Fn(&[u8]) -> bool| {
                    let mut all: Vec<u32> = pairs.iter().filter(|p| matches(&p.0)).map(|p| p.1).collect();
                    all.sort_unstable();
                    all.dedup();
                    all
                };
                let topic: Vec<u8> = (0..next(9)).map(|_| b"abc"[next(3) as usize]).collect();
                let mut found = vec![99];
                trie.find(&topic, &mut found);
                assert_eq!(found, wanted(&|prefix| topic.starts_with(prefix)), "{topic:?} in {trie:?}");
                let mut holders = trie.holders(&text).to_vec();
                holders.sort_unstable();
                assert_eq!(holders, wanted(&|prefix| prefix == text));
            }
            let before = trie.clone();
            (0..3).for_each(|holder| drop(trie.remove_all(holder)));
            assert_eq!(before.root.children.is_empty(), pairs.iter().all(|p| p.0.is_empty()));
            assert!(trie.root.children.is_empty() && trie.root.holders.is_empty());
        }
    }
}
