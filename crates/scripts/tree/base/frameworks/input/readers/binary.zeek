# Options of the binary reader.

module InputBinary;

export {
	const chunk_size = 1024 &redef;
	const path_prefix = "" &redef;
}
