# RESP (Redis serialization protocol specification, versions 2 and 3): a first byte tells the type.

# A client sends lines.
signature resp-client {
	ip-proto == tcp
	payload /^.*\r\n/
	tcp-state originator
	requires-reverse-signature resp-serialized-server
	enable "Redis"
}

# A server sends texts and errors, nulls and doubles as lines; integers, big numbers and lengths as digits; booleans as a
# letter.
signature resp-serialized-server {
	ip-proto == tcp
	payload /^([-+,].*|_|#[tf]|[:(][-+]?[0-9]+|[$*!=%~>`][-+]?[0-9]+(\.[0-9]*)?)\r\n/
	tcp-state responder
	enable "Redis"
}
