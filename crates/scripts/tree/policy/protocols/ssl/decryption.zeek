# Gives the secrets of TLS 1.2 connections to the analyzer, which then reads what is inside. They come from a file
# (ZEEK_TLS_KEYLOG_FILE) or by events. Suites: those of AES in Galois counter mode.

@load base/frameworks/cluster
@load base/frameworks/input
@load base/frameworks/notice
@load base/protocols/conn
@load base/protocols/ssl

module SSL;

# What is encrypted has to be looked at.
redef SSL::disable_analyzer_after_detection = F;

export {
	## A table of the input framework: secrets by the random bytes of client hellos. Packets should wait until it is read.
	const keylog_file = getenv("ZEEK_TLS_KEYLOG_FILE") &redef;

	## Secrets that nobody asks for are forgotten after this.
	const secret_expiration = 5mins &redef;

	## Gives the keys of a connection, derived already.
	global add_keys: event(client_random: string, keys: string);

	## Gives the secret of a connection, which keys are derived of.
	global add_secret: event(client_random: string, secrets: string);
}

@if ( keylog_file == "" )
global secrets: table[string] of string = {} &redef;
global keys: table[string] of string = {} &redef;
@else
global secrets: table[string] of string = {} &read_expire=secret_expiration &redef;
global keys: table[string] of string = {} &read_expire=secret_expiration &redef;
@endif

redef record SSL::Info += {
	## What secrets are looked up by.
	client_random: string &optional;
};

type SecretsIdx: record {
	client_random: string;
};

type SecretsVal: record {
	secret: string;
};

const keylog_stream = "tls-keylog-file";

event zeek_init()
	{
	# Secrets come from other processes where there are any.
	if ( Cluster::is_enabled() )
		Broker::subscribe("/zeek/tls/decryption");

	if ( keylog_file == "" )
		return;

	Input::add_table(Input::TableDescription($name=keylog_stream, $source=keylog_file, $destination=secrets,
	                                         $idx=SecretsIdx, $val=SecretsVal, $want_record=F));
	Input::remove(keylog_stream);
	}

event SSL::add_keys(client_random: string, val: string)
	{
	SSL::keys[client_random] = val;
	}

event SSL::add_secret(client_random: string, val: string)
	{
	SSL::secrets[client_random] = val;
	}

function hand_over(c: connection)
	{
	local random = c$ssl$client_random;

	if ( random in keys )
		set_keys(c, keys[random]);
	else if ( random in secrets )
		set_secret(c, secrets[random]);
	}

event ssl_client_hello(c: connection, version: count, record_version: count, possible_ts: time, client_random: string,
                       session_id: string, ciphers: index_vec, comp_methods: index_vec)
	{
	c$ssl$client_random = client_random;
	hand_over(c);
	}

# The secret may have come in between.
event ssl_change_cipher_spec(c: connection, is_client: bool)
	{
	if ( c$ssl?$client_random )
		hand_over(c);
	}
