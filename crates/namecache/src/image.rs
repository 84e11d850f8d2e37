//! Writes the image that glibc's client maps (see [`namecache_wire::nscd_image`]) while clients read it.
//!
//! Memory in use is never overwritten. An answer is appended to the heap and then linked in by one store to the head of
//! its bucket. An answer becomes invalid by one store, which clears its `usable` flag. When the heap is full, a new
//! image replaces the old one, which [is retired](NscdImage::retire). Thus, a client reads either the old answer or the
//! new one, never a mix, without locks or retries.
use namecache_wire::nscd::RequestType;
use namecache_wire::nscd_image::{
    ANSWER_HEAD, END, ENTRY, HEADER, VERSION, answer, bucket_bytes, entry, field, flags, hash,
};

/// Memory that other processes read.
pub trait Memory {
    /// Writes bytes that no reader can reach yet.
    fn write(&mut self, at: usize, bytes: &[u8]);
    /// Stores an aligned word with release ordering.
    fn store(&mut self, at: usize, value: u32);
    /// Loads an aligned word.
    fn load(&self, at: usize) -> u32;
}

/// An image that clients map.
pub struct NscdImage<M> {
    memory: M,
    buckets: u32,
    heap_at: usize,
    heap_size: usize,
    free: usize,
    align: usize,
    entries: u32,
}

/// Images of at most this many keys are laid out for speed, larger images for size.
const FEW: usize = 512;
/// The size of a cache line in bytes.
const LINE: usize = 64;

/// Returns the alignment of answers in an image of that many keys. In a small image, each answer begins at a cache
/// line, so that a reader loads as few lines as possible.
#[must_use]
pub fn alignment(keys: usize) -> usize {
    if keys <= FEW { LINE } else { 8 }
}

/// Returns the number of buckets for these keys: a prime of at least `least` and at least twice the number of keys. For
/// few keys, it is the one of several candidate primes under which the fewest keys share a bucket.
#[must_use]
pub fn buckets(hashes: &[u32], least: u32) -> u32 {
    /// More buckets than fit into any image.
    const MOST: u32 = 1 << 27;
    const CANDIDATES: usize = 64;
    let from = least.max(u32::try_from(hashes.len() * 2).unwrap_or(MOST)).clamp(3, MOST);
    let mut primes = (from..).filter(|n| is_prime(*n));
    if hashes.len() > FEW {
        return primes.next().unwrap_or(from);
    }
    let shared = |n: u32| {
        let mut taken: Vec<u32> = hashes.iter().map(|h| h % n).collect();
        taken.sort_unstable();
        taken.windows(2).filter(|w| w[0] == w[1]).count()
    };
    primes.by_ref().take(CANDIDATES).min_by_key(|n| shared(*n)).unwrap_or(from)
}

fn is_prime(n: u32) -> bool {
    n % 2 == 1 && (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

/// An answer to append, with all its keys.
pub struct Answer<'a> {
    /// The type and key (with its NUL) of each request that it answers.
    pub keys: &'a [(RequestType, &'a [u8])],
    /// Its header and strings, as sent over the socket.
    pub body: &'a [u8],
    /// Whether the entry exists.
    pub found: bool,
    /// The time to live in seconds.
    pub ttl: u32,
    /// The expiry in seconds of the wall clock. Clients ignore it.
    pub timeout: i64,
}

impl Answer<'_> {
    fn extra_keys(&self) -> usize {
        self.keys.iter().filter(|(_, k)| self.inside(k).is_none()).map(|(_, k)| k.len()).sum()
    }

    /// Returns the offset of the key in the body, which contains names.
    fn inside(&self, key: &[u8]) -> Option<usize> {
        let near = self.body.get(..self.body.len().min(256))?;
        near.windows(key.len().max(1)).position(|w| w == key)
    }

    /// Returns the size of the answer in the heap in bytes. Entries are aligned to 8 bytes, because clients on
    /// architectures with aligned loads ignore other entries.
    #[must_use]
    pub fn size(&self, align: usize) -> usize {
        let answer = ANSWER_HEAD + self.body.len() + self.extra_keys();
        (answer.next_multiple_of(8) + self.keys.len() * ENTRY).next_multiple_of(align)
    }
}

/// The number of bytes by which a retired image pretends that its heap has grown, each of two times.
const CLAIM: usize = 16;

/// Returns the size of an image with this many buckets and this much heap. Includes the growth that a retired image
/// pretends: a client that maps an image whose heap does not fit into it never maps another image.
#[must_use]
pub fn size(buckets: u32, heap: usize) -> usize {
    HEADER + bucket_bytes(buckets) + heap + 2 * CLAIM
}

impl<M: Memory> NscdImage<M> {
    /// Creates an image in zeroed memory of [`size`] bytes. `align` is the [`alignment`] of its answers. Clients ignore
    /// it until [`start`](Self::start).
    pub fn new(mut memory: M, buckets: u32, heap_size: usize, align: usize) -> Self {
        let mut head = [0u8; HEADER];
        let mut put = |at: usize, value: u32| head[at..at + 4].copy_from_slice(&value.to_ne_bytes());
        put(field::VERSION, VERSION.cast_unsigned());
        put(field::HEADER_SIZE, HEADER as u32);
        put(field::BUCKETS, buckets);
        put(field::DATA_SIZE, heap_size as u32);
        memory.write(0, &head);
        memory.write(HEADER, &vec![0xff; bucket_bytes(buckets)]);
        let heap_at = HEADER + bucket_bytes(buckets);
        // Offset 0 of the heap stays unused, so that 0 can mean "not in the image".
        let free = (heap_at + 8).next_multiple_of(align) - heap_at;
        NscdImage { memory, buckets, heap_at, heap_size, free, align, entries: 0 }
    }

    /// Lets clients use the image. The kernel must clear the word at [`field::RUNNING`] when the daemon ends.
    pub fn start(&mut self) {
        self.memory.store(field::RUNNING, 1);
    }

    /// Appends an answer and links it in. Returns its offset, or `None` if the heap is full.
    pub fn append(&mut self, a: &Answer<'_>) -> Option<u32> {
        let size = a.size(self.align);
        let packet = self.free;
        if packet + size > self.heap_size {
            return None;
        }
        let base = self.heap_at;
        let mut head = [0u8; ANSWER_HEAD];
        let alloc = ANSWER_HEAD + a.body.len() + a.extra_keys();
        head[answer::ALLOC_SIZE..][..4].copy_from_slice(&(alloc as u32).to_ne_bytes());
        head[answer::REC_SIZE..][..4].copy_from_slice(&(a.body.len() as u32).to_ne_bytes());
        head[answer::TIMEOUT..][..8].copy_from_slice(&a.timeout.to_ne_bytes());
        head[answer::FLAGS..][..4].copy_from_slice(&flags(a.found, true).to_ne_bytes());
        head[answer::TTL..][..4].copy_from_slice(&a.ttl.to_ne_bytes());
        self.memory.write(base + packet, &head);
        self.memory.write(base + packet + ANSWER_HEAD, a.body);
        let mut extra = packet + ANSWER_HEAD + a.body.len();
        let mut at = (packet + alloc).next_multiple_of(8);
        for (kind, key) in a.keys {
            let key_at = match a.inside(key) {
                Some(i) => packet + ANSWER_HEAD + i,
                None => {
                    self.memory.write(base + extra, key);
                    extra += key.len();
                    extra - key.len()
                }
            };
            let bucket = HEADER + (hash(key) % self.buckets) as usize * 4;
            let mut e = [0u8; ENTRY];
            e[entry::TYPE] = *kind as i32 as u8;
            e[entry::FIRST] = 1;
            e[entry::LEN..][..4].copy_from_slice(&(key.len() as u32).to_ne_bytes());
            e[entry::KEY..][..4].copy_from_slice(&(key_at as u32).to_ne_bytes());
            e[entry::NEXT..][..4].copy_from_slice(&self.memory.load(bucket).to_ne_bytes());
            e[entry::PACKET..][..4].copy_from_slice(&(packet as u32).to_ne_bytes());
            self.memory.write(base + at, &e);
            self.memory.store(bucket, at as u32);
            at += ENTRY;
            self.entries += 1;
        }
        self.free = packet + size;
        self.memory.store(field::FIRST_FREE, self.free as u32);
        self.memory.store(field::ENTRIES, self.entries);
        debug_assert_ne!(packet as u32, END);
        Some(packet as u32)
    }

    /// Invalidates an answer. Clients that look it up use the socket.
    pub fn remove(&mut self, packet: u32) {
        self.memory.store(self.heap_at + packet as usize + answer::FLAGS, flags(true, false));
    }

    /// Makes all clients use the socket until [`resume`](Self::resume).
    pub fn pause(&mut self) {
        let cycle = self.memory.load(field::GC_CYCLE);
        self.memory.store(field::GC_CYCLE, cycle | 1);
    }

    /// Lets clients read again. A client that was reading in the meantime retries.
    pub fn resume(&mut self) {
        let cycle = self.memory.load(field::GC_CYCLE);
        self.memory.store(field::GC_CYCLE, (cycle | 1).wrapping_add(1));
    }

    /// Whether the image is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.memory.load(field::GC_CYCLE) & 1 == 1
    }

    /// Marks the image as no longer maintained.
    pub fn stop(&mut self) {
        self.memory.store(field::RUNNING, 0);
    }

    /// Makes every client that has mapped the image fetch the next one, which must already be available. A client that
    /// has received this image but has not mapped it yet will map it, use the socket, and fetch the next image after
    /// [`dismiss`](Self::dismiss).
    pub fn retire(&mut self) {
        self.pause();
        self.memory.store(field::DATA_SIZE, (self.heap_size + CLAIM) as u32);
    }

    /// Makes clients that mapped the image after [`retire`](Self::retire) fetch the next one. Call it when every client
    /// that received the image must have mapped it.
    pub fn dismiss(&mut self) {
        self.memory.store(field::DATA_SIZE, (self.heap_size + 2 * CLAIM) as u32);
    }

    /// The bytes in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.heap_at + self.free
    }

    /// The memory.
    pub fn memory(&self) -> &M {
        &self.memory
    }
}

/// Private memory, for tests and benches.
impl Memory for Vec<u8> {
    fn write(&mut self, at: usize, bytes: &[u8]) {
        self[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn store(&mut self, at: usize, value: u32) {
        self.write(at, &value.to_ne_bytes());
    }

    fn load(&self, at: usize) -> u32 {
        u32::from_ne_bytes(self[at..at + 4].try_into().expect("four bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use namecache_wire::nscd::{self, RequestType::*};
    use namecache_wire::nscd_image::Image;
    use namecache_wire::record::{Record, encode};

    fn user(name: &str, uid: u32) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
        let (mut record, mut body) = (Vec::new(), Vec::new());
        let home = format!("/home/{name}");
        encode(&[uid, uid], &[name.as_bytes(), b"x", b"", home.as_bytes(), b"/bin/sh"], &mut record).unwrap();
        nscd::found(PasswdByName, &Record::parse(&record).unwrap(), &mut body).unwrap();
        (format!("{name}\0").into_bytes(), format!("{uid}\0").into_bytes(), body)
    }

    fn image(buckets: u32, heap: usize) -> NscdImage<Vec<u8>> {
        let mut i = NscdImage::new(vec![0; size(buckets, heap)], buckets, heap, 8);
        i.start();
        i
    }

    fn put(i: &mut NscdImage<Vec<u8>>, name: &str, uid: u32) -> Option<u32> {
        let (n, u, body) = user(name, uid);
        let keys = [(PasswdByName, &n[..]), (PasswdByUid, &u[..])];
        i.append(&Answer { keys: &keys, body: &body, found: true, ttl: 60, timeout: 0 })
    }

    #[test]
    fn an_appended_answer_is_found_by_both_keys() {
        let mut i = image(7, 64 << 10);
        for n in 0..200 {
            put(&mut i, &format!("user{n}"), n).unwrap();
        }
        let image = Image::open(i.memory()).unwrap();
        assert!(image.is_live());
        for n in 0..200 {
            let (name, uid, body) = user(&format!("user{n}"), n);
            assert_eq!(image.search(PasswdByName, &name), Some(&body[..]));
            assert_eq!(image.search(PasswdByUid, &uid), Some(&body[..]));
            assert_eq!(image.search(GroupByName, &name), None, "the type is part of the key");
        }
        assert_eq!(image.search(PasswdByName, b"user200\0"), None);
    }

    #[test]
    fn the_newest_answer_wins_and_removed_ones_are_gone() {
        let mut i = image(3, 4096);
        let old = put(&mut i, "ida", 1).unwrap();
        put(&mut i, "ida", 2).unwrap();
        let uid = |i: &NscdImage<Vec<u8>>| {
            let b = Image::open(i.memory()).unwrap().search(PasswdByName, b"ida\0").map(<[u8]>::to_vec);
            b.map(|b| u32::from_ne_bytes(b[16..20].try_into().unwrap()))
        };
        assert_eq!(uid(&i), Some(2));
        i.remove(old);
        assert_eq!(uid(&i), Some(2));
        assert_eq!(Image::open(i.memory()).unwrap().search(PasswdByUid, b"1\0"), None);
    }

    #[test]
    fn few_keys_share_no_bucket_and_their_answers_are_aligned() {
        let hashes: Vec<u32> = (0..40).map(|n| hash(format!("user{n:05}\0").as_bytes())).collect();
        let n = buckets(&hashes, 211);
        let mut taken: Vec<u32> = hashes.iter().map(|h| h % n).collect();
        taken.sort_unstable();
        taken.dedup();
        assert!(n >= 211 && taken.len() >= 39, "{n}: {}", taken.len());
        assert_eq!(alignment(hashes.len()), 64);
        let heap = 40 << 10;
        let mut i = NscdImage::new(vec![0; size(n, heap)], n, heap, 64);
        for n in 0..40 {
            let packet = put(&mut i, &format!("user{n:05}"), n).unwrap();
            assert_eq!((i.heap_at + packet as usize) % 64, 0);
        }
    }

    #[test]
    fn many_keys_have_a_prime_of_at_least_twice_as_many_buckets() {
        assert_eq!(buckets(&[0; 1000], 1), 2003);
        assert_eq!(buckets(&[0; 1000], 5000), 5003);
        assert!(
            [2u32, 4, 9, 15, 49].iter().all(|n| !is_prime(*n))
                && [3, 5, 211, 257, 2003].iter().all(|n| is_prime(*n))
        );
    }

    #[test]
    fn a_full_heap_is_reported_and_stays_valid() {
        let mut i = image(3, 400);
        let mut n = 0;
        while put(&mut i, &format!("u{n}"), n).is_some() {
            n += 1;
        }
        assert!(n > 0 && i.used() <= i.memory().len());
        assert!(Image::open(i.memory()).unwrap().search(PasswdByName, b"u0\0").is_some());
    }

    #[test]
    fn clients_see_pause_and_resume() {
        let mut i = image(3, 400);
        i.pause();
        assert!(!Image::open(i.memory()).unwrap().is_live());
        i.resume();
        assert!(Image::open(i.memory()).unwrap().is_live());
    }

    /// A client remembers the heap size at the time when it mapped the image, compares it with the header before each
    /// search, and refuses an image that is smaller than its header says.
    #[test]
    fn a_client_that_maps_a_retired_image_late_fetches_the_next_one_too() {
        let mut i = image(3, 400);
        let claimed = |i: &NscdImage<Vec<u8>>| i.memory().load(field::DATA_SIZE) as usize;
        let fits = |i: &NscdImage<Vec<u8>>| HEADER + bucket_bytes(3) + claimed(i) <= i.memory().len();
        let early = claimed(&i);
        i.retire();
        assert!(claimed(&i) > early && fits(&i));
        assert!(!Image::open(i.memory()).unwrap().is_live(), "a client that maps it now uses the socket");
        let late = claimed(&i);
        i.dismiss();
        assert!(claimed(&i) > late && fits(&i));
    }
}
