# Options of the writer that writes nothing.

module LogNone;

export {
	const debug = F &redef;
}

