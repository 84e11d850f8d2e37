@load base/frameworks/notice

module LongName;

export {
	redef enum Notice::Type += {
		## Raised by the test.
		Seen,
	};
}
