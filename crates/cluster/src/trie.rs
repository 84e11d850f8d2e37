//! Prefixes of topics and who wants them.
//!
//! A radix tree over bytes: a lookup costs the bytes of the topic, however many prefixes there are.

/// Prefixes with their holders, which are numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    root: Node,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// Bytes between the parent and this node.
    label: Box<[u8]>,
    holders: Vec<u32>,
    /// Sorted by the first bytes of their labels, which all differ.
    children: Vec<Node>,
}

impl Trie {
    /// Adds a holder of a prefix; `false` if it holds it already.
    pub(crate) fn insert(&mut self, prefix: &[u8], holder: u32) -> bool {
        let holders = &mut self.root.reach(prefix).holders;
        let is_new = !holders.contains(&holder);
        if is_new {
            holders.push(holder);
        }
        is_new
    }

    /// Takes away a holder of a prefix; `false` if it does not hold it.
    pub(crate) fn remove(&mut self, prefix: &[u8], holder: u32) -> bool {
        self.root.remove(prefix, holder)
    }

    /// Takes away all that a holder holds.
    pub(crate) fn remove_all(&mut self, holder: u32) {
        self.root.remove_all(holder);
    }

    /// Who holds exactly this prefix.
    pub(crate) fn holders(&self, prefix: &[u8]) -> &[u32] {
        let (mut node, mut rest) = (&self.root, prefix);
        while !rest.is_empty() {
            let Some((child, after)) = node.child(rest) else { return &[] };
            (node, rest) = (child, after);
        }
        &node.holders
    }

    /// Replaces `found` by all holders of a prefix that `topic` begins with, each once, sorted.
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
    /// The child whose label begins `rest`, and what comes after it.
    fn child<'n, 'r>(&'n self, rest: &'r [u8]) -> Option<(&'n Node, &'r [u8])> {
        let at = self.place(*rest.first()?).ok()?;
        let child = &self.children[at];
        Some((child, rest.strip_prefix(&*child.label)?))
    }

    fn place(&self, first: u8) -> Result<usize, usize> {
        self.children.binary_search_by_key(&first, |child| child.label[0])
    }

    /// The node of a prefix, made if it is missing.
    fn reach(&mut self, prefix: &[u8]) -> &mut Node {
        let Some(&first) = prefix.first() else { return self };
        let at = match self.place(first) {
            Ok(at) => at,
            Err(at) => {
                self.children.insert(at, Node { label: prefix.into(), ..Node::default() });
                at
            }
        };
        let child = &mut self.children[at];
        let shared = child.label.iter().zip(prefix).take_while(|(a, b)| a == b).count();
        if shared < child.label.len() {
            child.split(shared);
        }
        child.reach(&prefix[shared..])
    }

    /// Ends the label after `n` bytes; a new child takes over the rest.
    fn split(&mut self, n: usize) {
        let lower = Node {
            label: self.label[n..].into(),
            holders: std::mem::take(&mut self.holders),
            children: std::mem::take(&mut self.children),
        };
        self.label = self.label[..n].into();
        self.children.push(lower);
    }

    fn remove(&mut self, prefix: &[u8], holder: u32) -> bool {
        let Some(&first) = prefix.first() else {
            let before = self.holders.len();
            self.holders.retain(|h| *h != holder);
            return self.holders.len() < before;
        };
        let Ok(at) = self.place(first) else { return false };
        let child = &mut self.children[at];
        let Some(rest) = prefix.strip_prefix(&*child.label) else { return false };
        let removed = child.remove(rest, holder);
        if removed {
            self.tidy(at);
        }
        removed
    }

    fn remove_all(&mut self, holder: u32) {
        self.holders.retain(|h| *h != holder);
        for at in (0..self.children.len()).rev() {
            self.children[at].remove_all(holder);
            self.tidy(at);
        }
    }

    /// Removes a child that holds nothing, or joins it with its only child.
    fn tidy(&mut self, at: usize) {
        let child = &mut self.children[at];
        if !child.holders.is_empty() {
            return;
        }
        match child.children.len() {
            0 => drop(self.children.remove(at)),
            1 => {
                let mut only = child.children.remove(0);
                only.label = [&child.label[..], &only.label].concat().into();
                *child = only;
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
                        trie.remove_all(holder);
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
            (0..3).for_each(|holder| trie.remove_all(holder));
            assert!(trie.root.children.is_empty() && trie.root.holders.is_empty());
        }
    }
}
