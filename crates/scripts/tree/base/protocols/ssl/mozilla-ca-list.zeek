# The roots that certificates are checked against. A site that validates certificates fills SSL::root_certs: the
# roots' certificates in DER, by subject.

@load ./main
