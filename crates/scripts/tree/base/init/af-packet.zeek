# Interfaces that are named `af_packet::NAME`.

module AF_Packet;

export {
	type FanoutMode: enum {
		FANOUT_HASH,
		FANOUT_CPU,
		FANOUT_QM,
		FANOUT_CBPF,
		FANOUT_EBPF,
	};

	type ChecksumMode: enum {
		CHECKSUM_OFF,
		CHECKSUM_KERNEL,
		CHECKSUM_ON,
	};

	## The size of the ring in bytes.
	const buffer_size: count = 128 * 1024 * 1024 &redef;
	## The size of a block in bytes, a multiple of the page size.
	const block_size: count = 32768 &redef;
	## How long the kernel waits for a block to fill.
	const block_timeout: interval = 10 msec &redef;
	## Whether to use the interface's clock for timestamps.
	const enable_hw_timestamping: bool = F &redef;
	## Whether processes with the same `fanout_id` share the frames.
	const enable_fanout: bool = T &redef;
	## Whether the kernel reassembles fragments before it distributes frames. With `FANOUT_HASH` it always does.
	const enable_defrag: bool = F &redef;
	## How the kernel distributes frames.
	const fanout_mode: FanoutMode = FANOUT_HASH &redef;
	## The group of processes that share frames.
	const fanout_id: count = 23 &redef;
	## Accepted for compatibility; ignored. The interface determines the link type.
	const link_type: count = 1 &redef;
	## How checksums are validated. `-C` turns validation off.
	const checksum_validation_mode: ChecksumMode = CHECKSUM_ON &redef;
}
