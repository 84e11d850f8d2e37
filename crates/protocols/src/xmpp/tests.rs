use super::{Next, Tags};

#[test]
fn tags_have_names() {
    let text = b"<?xml version='1.0'?> <stream:stream to='x'>text</a:b><empty/>< >";
    for size in [1, 3, 100] {
        let (mut tags, mut seen) = (Tags::default(), Vec::new());
        for chunk in text.chunks(size) {
            let mut data = chunk;
            while !data.is_empty() {
                match tags.next(&mut data) {
                    Next::More => {}
                    Next::Name(n) => seen.push(String::from_utf8(n).unwrap()),
                    other => seen.push(format!("{other:?}")),
                }
            }
        }
        assert_eq!(seen, ["?xml", "stream:stream", "/a:b", "empty", "Nameless"], "in pieces of {size}");
    }
}

#[test]
fn a_tag_without_end_is_dropped() {
    let mut tags = Tags::default();
    let chunk = vec![b'<'; 1 << 16];
    let mut last = Next::More;
    for _ in 0..3 {
        let mut data = &chunk[..];
        last = tags.next(&mut data);
        if last == Next::TooLong {
            break;
        }
    }
    assert_eq!(last, Next::TooLong);
}
