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

	## Bytes of the ring.
	const buffer_size: count = 128 * 1024 * 1024 &redef;
	## Bytes of a block, a multiple of the page size.
	const block_size: count = 32768 &redef;
	## How long a block that is not full waits.
	const block_timeout: interval = 10 msec &redef;
	## Whether the interface's own clock is asked for.
	const enable_hw_timestamping: bool = F &redef;
	## Whether frames are shared with others of the same `fanout_id`.
	const enable_fanout: bool = T &redef;
	## Whether fragments are put together before frames are shared out. By `FANOUT_HASH` they always are.
	const enable_defrag: bool = F &redef;
	## How frames are shared out.
	const fanout_mode: FanoutMode = FANOUT_HASH &redef;
	## Who shares.
	const fanout_id: count = 23 &redef;
	## The link type of old; an interface says by itself what it carries.
	const link_type: count = 1 &redef;
	## Checksums are checked here, unless -C says that they are not.
	const checksum_validation_mode: ChecksumMode = CHECKSUM_ON &redef;
}
