# Detects reads of a server's memory by TLS heartbeats (CVE-2014-0160): by the stated length of unencrypted requests,
# and by the lengths of encrypted requests and answers.

@load base/protocols/ssl
@load base/frameworks/notice

module Heartbleed;

export {
	redef enum Notice::Type += {
		## A request for more bytes than it contains, or at an implausible time.
		SSL_Heartbeat_Attack,
		## The server returned more bytes than it received.
		SSL_Heartbeat_Attack_Success,
		## A request that is shorter than any valid one.
		SSL_Heartbeat_Odd_Length,
		## Many more heartbeats from one side than from the other.
		SSL_Heartbeat_Many_Requests
	};
}

# Encrypted records must be analyzed.
redef SSL::disable_analyzer_after_detection = F;

redef record SSL::Info += {
	## The length of the client's pending request.
	last_originator_heartbeat_request_size: count &optional;
	## The length of the server's pending request.
	last_responder_heartbeat_request_size: count &optional;
	## The number of the client's heartbeats.
	originator_heartbeats: count &default=0;
	## The server's.
	responder_heartbeats: count &default=0;
	## Whether an unencrypted request asked for more bytes than it contained.
	heartbleed_detected: bool &default=F;
	## The number of data records so far.
	enc_appdata_packages: count &default=0;
	## Their total length.
	enc_appdata_bytes: count &default=0;
};

# RFC 6520: type, length and at least this much padding surround the payload.
const header = 3;
const padding = 16;
const request = 1;
const response = 2;

# How many heartbeats one side may be ahead.
const ahead = 3;

# How a cipher suite protects a record, by the end of the suite's name.
type Protection: record {
	## The end of the name.
	suites: string;
	## The block size; 0 for stream ciphers and modes without padding.
	block: count;
	## The length of the authentication tag.
	mac: count;
	## The length of an explicit nonce (RFC 5288, 3).
	nonce: count &default=0;
	## Suites introduced by TLS 1.2.
	is_new: bool &default=F;
};

const protections = vector(
	Protection($suites="_AES_128_GCM_SHA256", $block=0, $mac=16, $nonce=8, $is_new=T),
	Protection($suites="_AES_256_GCM_SHA384", $block=0, $mac=16, $nonce=8, $is_new=T),
	Protection($suites="_128_CBC_SHA256", $block=16, $mac=32, $is_new=T),
	Protection($suites="_256_CBC_SHA256", $block=16, $mac=32, $is_new=T),
	Protection($suites="_256_CBC_SHA384", $block=16, $mac=48, $is_new=T),
	Protection($suites="_128_CBC_SHA", $block=16, $mac=20),
	Protection($suites="_256_CBC_SHA", $block=16, $mac=20),
	Protection($suites="_SEED_CBC_SHA", $block=16, $mac=20),
	Protection($suites="_3DES_EDE_CBC_SHA", $block=8, $mac=20),
	Protection($suites="_DES_CBC_SHA", $block=8, $mac=20),
	Protection($suites="_DES40_CBC_SHA", $block=8, $mac=20),
	Protection($suites="_IDEA_CBC_SHA", $block=8, $mac=20),
	Protection($suites="_RC2_CBC_40_MD5", $block=8, $mac=16),
	Protection($suites="_RC4_128_SHA", $block=0, $mac=20),
	Protection($suites="_RC4_128_MD5", $block=0, $mac=16),
	Protection($suites="_RC4_40_MD5", $block=0, $mac=16)
);

# The shortest record that can contain a heartbeat (RFC 5246, 6.2.3). Blocks are padded by at least one byte, and
# since TLS 1.1 each record has its own initialization vector.
function shortest_heartbeat(p: Protection, has_vector: bool): count
	{
	local plain = header + padding + p$mac;

	if ( p$block == 0 )
		return p$nonce + plain;

	local blocks = plain / p$block + 1;
	return ( has_vector ? blocks + 1 : blocks ) * p$block;
	}

event ssl_heartbeat(c: connection, is_client: bool, length: count, heartbeat_type: count, payload_length: count,
                    payload: string)
	{
	if ( ! c?$ssl )
		return;

	local around = header + padding;
	local there = length < around ? length : length - around;

	if ( heartbeat_type == request && payload_length > there )
		{
		c$ssl$heartbleed_detected = T;
		NOTICE(Notice::Info($note=SSL_Heartbeat_Attack, $conn=c, $identifier=cat(c$uid, length, payload_length),
		                    $msg=fmt("An TLS heartbleed attack was detected! Record length %d. Payload length %d",
		                             length, payload_length)));
		}
	else if ( heartbeat_type == request && is_client )
		NOTICE(Notice::Info($note=SSL_Heartbeat_Attack, $conn=c, $n=length, $identifier=cat(c$uid, length),
		                    $msg=fmt("Heartbeat request before encryption. Probable Scan without exploit attempt. Message length: %d. Payload length: %d",
		                             length, payload_length)));
	else if ( heartbeat_type == response && c$ssl$heartbleed_detected )
		NOTICE(Notice::Info($note=SSL_Heartbeat_Attack_Success, $conn=c, $identifier=c$uid,
		                    $msg=fmt("An TLS heartbleed attack detected before was probably exploited. Message length: %d. Payload length: %d",
		                             length, payload_length)));
	}

# Heartbeats keep idle connections alive, so a legitimate one comes after data and after a pause.
function judge_moment(c: connection, is_client: bool, length: count)
	{
	local lasted = network_time() - c$start_time;
	local words: string;

	if ( c$ssl$enc_appdata_packages == 0 )
		words = fmt("Heartbeat before ciphertext. Probable attack or scan. Length: %d, is_client: %d", length, is_client);
	else if ( lasted < 1min )
		words = fmt("Heartbeat within first minute. Possible attack or scan. Length: %d, is_client: %d, time: %s", length,
		            is_client, lasted);
	else
		return;

	NOTICE(Notice::Info($note=SSL_Heartbeat_Attack, $msg=words, $conn=c, $n=length, $identifier=cat(c$uid, "early")));
	}

function judge_balance(c: connection)
	{
	local client = c$ssl$originator_heartbeats;
	local server = c$ssl$responder_heartbeats;
	local words: string;
	local more: count;

	if ( client > server + ahead )
		{
		words = "More than 3 heartbeat requests without replies from server. Possible attack.";
		more = client - server;
		}
	else if ( server > client + ahead )
		{
		words = "Server sending more heartbeat responses than requests seen. Possible attack.";
		more = server - client;
		}
	else
		return;

	# Again after a thousand.
	NOTICE(Notice::Info($note=SSL_Heartbeat_Many_Requests, $conn=c, $n=more,
	                    $msg=fmt("%s Client count: %d, server count: %d", words, client, server),
	                    $identifier=fmt("%s%d", c$uid, server / 1000)));
	}

function judge_length(c: connection, is_client: bool, length: count)
	{
	local suite = c$ssl$cipher;
	local id = fmt("%s-weak-%d", c$uid, length);

	if ( is_client && length < header + padding )
		NOTICE(Notice::Info($note=SSL_Heartbeat_Odd_Length, $conn=c, $n=length, $identifier=id,
		                    $msg=fmt("Heartbeat message smaller than minimum required length. Probable attack or scan. Message length: %d. Cipher: %s. Time: %f",
		                             length, suite, network_time() - c$start_time)));

	local version = c$ssl$version;
	local has_vector = version == "TLSv11" || version == "TLSv12";

	for ( _, p in protections )
		{
		if ( ! ends_with(suite, p$suites) || ( p$is_new && ! has_vector ) )
			next;

		local shortest = shortest_heartbeat(p, has_vector);

		if ( length < shortest )
			NOTICE(Notice::Info($note=SSL_Heartbeat_Odd_Length, $conn=c, $n=length, $identifier=id,
			                    $msg=fmt("Heartbeat message smaller than minimum required length. Probable attack. Message length: %d. Required length: %d. Cipher: %s. Cipher match: /^?(%s$)$?/",
			                             length, shortest, suite, p$suites)));

		return;
		}
	}

# Encrypted requests and answers cannot be distinguished: the first counts as the request, and an answer should be as
# long as its request.
function judge_answer(c: connection, is_client: bool, length: count)
	{
	local info = c$ssl;

	if ( is_client )
		{
		if ( info?$last_responder_heartbeat_request_size )
			delete info$last_responder_heartbeat_request_size;
		else
			info$last_originator_heartbeat_request_size = length;

		return;
		}

	if ( ! info?$last_originator_heartbeat_request_size )
		{
		info$last_responder_heartbeat_request_size = length;
		return;
		}

	local asked = info$last_originator_heartbeat_request_size;
	delete info$last_originator_heartbeat_request_size;

	if ( asked < length )
		NOTICE(Notice::Info($note=SSL_Heartbeat_Attack_Success, $conn=c, $identifier=c$uid,
		                    $msg=fmt("An encrypted TLS heartbleed attack was probably detected! First packet client record length %d, first packet server record length %d. Time: %f",
		                             asked, length, network_time() - c$start_time)));
	}

event ssl_encrypted_heartbeat(c: connection, is_client: bool, length: count)
	{
	if ( is_client )
		++c$ssl$originator_heartbeats;
	else
		++c$ssl$responder_heartbeats;

	judge_moment(c, is_client, length);
	judge_balance(c);
	judge_length(c, is_client, length);
	judge_answer(c, is_client, length);
	}

event ssl_encrypted_data(c: connection, is_client: bool, record_version: count, content_type: count, length: count)
	{
	if ( ! c?$ssl )
		return;

	switch ( content_type )
		{
		case SSL::APPLICATION_DATA:
			# Empty fragments protect the initialization vectors of TLS 1.0 and carry nothing.
			if ( length == 0 )
				break;

			c$ssl$enc_appdata_bytes += length;
			++c$ssl$enc_appdata_packages;
			break;
		case SSL::HEARTBEAT:
			event ssl_encrypted_heartbeat(c, is_client, length);
			break;
		}
	}
