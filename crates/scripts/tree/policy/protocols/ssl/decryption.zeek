# Gives the secrets of TLS 1.2 connections to the analyzer, which then decrypts them. Secrets come from a key log file
# (ZEEK_TLS_KEYLOG_FILE) or by events. Only cipher suites with AES-GCM are supported.

@load base/frameworks/cluster
@load base/frameworks/input
@load base/frameworks/notice
@load base/protocols/conn
@load base/protocols/ssl

module SSL;

# The analyzer has to stay when both sides encrypt.
redef SSL::disable_analyzer_after_detection = F;

export {
	## A file for the input framework: secrets by the random bytes of client hellos. Packets should wait until it is read.
	const keylog_file = getenv("ZEEK_TLS_KEYLOG_FILE") &redef;

	## Unused secrets are forgotten after this time.
	const secret_expiration = 5mins &redef;

	## Adds the derived keys of a connection.
	global add_keys: event(client_random: string, keys: string);

	## Adds the secret of a connection, from which its keys are derived.
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
	## The client's random bytes, by which secrets are found.
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
	if ( keylog_file != "" )
		{
		local description = Input::TableDescription($source=keylog_file, $name=keylog_stream, $idx=SecretsIdx,
		                                            $val=SecretsVal, $want_record=F, $destination=secrets);
		Input::add_table(description);
		Input::remove(keylog_stream);
		}

	# In a cluster, other processes may add secrets.
	if ( Cluster::is_enabled() )
		Broker::subscribe("/zeek/tls/decryption");
	}

event SSL::add_keys(client_random: string, val: string)
	{
	SSL::keys[client_random] = val;
	}

event SSL::add_secret(client_random: string, val: string)
	{
	SSL::secrets[client_random] = val;
	}

# Gives the analyzer the secret or keys of a connection; keys save it the derivation.
function give_secrets(c: connection, random: string)
	{
	if ( random in secrets && random !in keys )
		set_secret(c, secrets[random]);
	else if ( random in keys )
		set_keys(c, keys[random]);
	}

event ssl_client_hello(c: connection, version: count, record_version: count, possible_ts: time, client_random: string,
                       session_id: string, ciphers: index_vec, comp_methods: index_vec)
	{
	c$ssl$client_random = client_random;
	give_secrets(c, client_random);
	}

# The last chance for a secret that was added after the hello.
event ssl_change_cipher_spec(c: connection, is_client: bool)
	{
	if ( c$ssl?$client_random )
		give_secrets(c, c$ssl$client_random);
	}
