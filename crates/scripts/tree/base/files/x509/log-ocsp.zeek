# ocsp.log: a row for each certificate status in OCSP responses.

@load base/frameworks/files

module OCSP;

export {
	redef enum Log::ID += { LOG };

	global log_policy: Log::PolicyHook;

	## The status of a certificate.
	type Info: record {
		## When the response was seen.
		ts: time &log;
		## The response's file.
		id: string &log;
		## The hash algorithm of issuer name and key.
		hashAlgorithm: string &log;
		## The hash of the issuer's name.
		issuerNameHash: string &log;
		## The hash of the issuer's key.
		issuerKeyHash: string &log;
		## The certificate's serial number.
		serialNumber: string &log;
		## The status.
		certStatus: string &log;
		## When it was revoked.
		revoketime: time &log &optional;
		## The reason for it.
		revokereason: string &log &optional;
		## When the status was known to be correct.
		thisUpdate: time &log;
		## When a newer status will be available.
		nextUpdate: time &log &optional;
	};

	## Raised for each row.
	global log_ocsp: event(rec: Info);
}

event zeek_init() &priority=5
	{
	Log::create_stream(OCSP::LOG, Log::Stream($columns=Info, $ev=log_ocsp, $path="ocsp", $policy=log_policy));
	Files::register_for_mime_type(Files::ANALYZER_OCSP_REPLY, "application/ocsp-response");
	}

event ocsp_response_certificate(f: fa_file, hashAlgorithm: string, issuerNameHash: string, issuerKeyHash: string,
                                serialNumber: string, certStatus: string, revokeTime: time, revokeReason: string,
                                thisUpdate: time, nextUpdate: time)
	{
	local info = OCSP::Info($ts=f$info$ts, $id=f$id, $hashAlgorithm=hashAlgorithm, $issuerNameHash=issuerNameHash,
	                        $issuerKeyHash=issuerKeyHash, $serialNumber=serialNumber, $certStatus=certStatus,
	                        $thisUpdate=thisUpdate);

	# Missing fields arrive as 0 or empty.
	if ( time_to_double(revokeTime) != 0.0 )
		info$revoketime = revokeTime;

	if ( revokeReason != "" )
		info$revokereason = revokeReason;

	if ( time_to_double(nextUpdate) != 0.0 )
		info$nextUpdate = nextUpdate;

	Log::write(OCSP::LOG, info);
	}
