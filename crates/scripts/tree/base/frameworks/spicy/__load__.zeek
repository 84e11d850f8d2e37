# Nothing but what is always there.

@load ./init-bare
