@load ./extend-email/hostnames
