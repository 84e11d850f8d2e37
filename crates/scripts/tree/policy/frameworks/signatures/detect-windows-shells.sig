# The line that cmd.exe begins with, in the clear: somebody has a shell on a Windows host, or gives one away.

signature windows_shell {
	ip-proto == tcp
	tcp-state established,responder
	payload /.*Microsoft Windows.*\(C\) Copyright 1985-.*Microsoft Corp/
	event "ATTACK-RESPONSES Microsoft cmd.exe banner (normal-shell responder)"
}

signature windows_reverse_shell {
	ip-proto == tcp
	tcp-state established,originator
	payload /.*Microsoft Windows.*\(C\) Copyright 1985-.*Microsoft Corp/
	event "ATTACK-RESPONSES Microsoft cmd.exe banner (reverse-shell originator)"
}
