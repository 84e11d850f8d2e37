# Programs for machines and interpreters, and what belongs to them. Strengths: see __load__.zeek.

# Executables: Microsoft's PE Format; System V ABI, 4 (class, byte order, type); Apple's Mach-O (magic, processor
# type; the number of architectures of a universal one).
signature type-pe {
	file-mime "application/x-dosexec", 50
	file-magic /^MZ/
}
signature type-pif {
	file-mime "application/x-dosexec", 190
	file-magic /^.{369}MICROSOFT PIFEX\x00/
}
signature type-elf-object {
	file-mime "application/x-object", 105
	file-magic /^\x7fELF[\x01\x02](\x01.{10}\x01\x00|\x02.{10}\x00\x01)/
}
signature type-elf-executable {
	file-mime "application/x-executable", 105
	file-magic /^\x7fELF[\x01\x02](\x01.{10}\x02\x00|\x02.{10}\x00\x02)/
}
signature type-elf-library {
	file-mime "application/x-sharedlib", 105
	file-magic /^\x7fELF[\x01\x02](\x01.{10}\x03\x00|\x02.{10}\x00\x03)/
}
signature type-elf-core {
	file-mime "application/x-coredump", 105
	file-magic /^\x7fELF[\x01\x02](\x01.{10}\x04\x00|\x02.{10}\x00\x04)/
}
signature type-mach-o {
	file-mime "application/x-mach-o-executable", 70
	file-magic /^[\xce\xcf]\xfa\xed\xfe.{3}[\x00-\x02]/
}
signature type-mach-o-universal {
	file-mime "application/x-mach-o-executable", 105
	file-magic /^\xca\xfe\xba\xbe\x00{3}[\x01-\x14]/
}
signature type-emacs-lisp {
	file-mime "application/x-elc", 75
	file-magic /^;ELC[\x00-\x1f\x80-\xff]/
}

# Java: class files (Java Virtual Machine Specification, 4.1; versions up to 25), which share their first word with
# universal executables; archives that begin with their manifest (JAR File Specification); Pack200 (JSR 200).
signature type-jar {
	file-mime "application/java-archive", 250
	file-magic /^PK\x03\x04.{22,196}\x14\x00.{2}META-INF\/MANIFEST\.MF/
}
signature type-java-class {
	file-mime "application/x-java-applet", 85
	file-magic /^\xca\xfe\xba\xbe.{2}\x00[\x2d-\x45]/
}
signature type-java-pack200 {
	file-mime "application/x-java-pack200", 85
	file-magic /^\xca\xfe\xd0\x0d(\x07\x96|\x01[\xa0\xaa]|\x00\xab)/
}
signature type-java-keystore {
	file-mime "application/x-java-keystore", 70
	file-magic /^\xfe\xed\xfe\xed/
}
signature type-java-jce-keystore {
	file-mime "application/x-java-jce-keystore", 70
	file-magic /^\xce\xce\xce\xce/
}

# Compiled Python: the number of a release (CPython's list in importlib), then CR LF. The list makes them as certain as
# five bytes of their own: 80.
signature type-python-1 {
	file-mime "application/x-python-bytecode", 80
	file-magic /^(\x99\x4e|\xfc\xc4)\x0d\x0a/
}
signature type-python-2 {
	file-mime "application/x-python-bytecode", 80
	file-magic /^(\x87\xc6|\x2a\xeb|[\x2a\x2d]\xed|[;EYcmw\x81\x8b\x8c\x95\x9f\xa9\xb3\xc7\xd1\xdb\xe5\xef\xf9]\xf2|\x03\xf3)\x0d\x0a/
}
signature type-python-3-0 {
	file-mime "application/x-python-bytecode", 80
	file-magic /^([\xb8\xc2\xcc\xd6\xe0\xea\xf4\xf5\xff]\x0b|[\x09\x13\x1d\x1f\x27\x3b\x45\x4f\x58\x62\x6c\x76\x80\x94\x9e\xb2\xc6\xcc\xd0\xda\xe4\xee\xf8]\x0c)\x0d\x0a/
}
signature type-python-3-5 {
	file-mime "application/x-python-bytecode", 80
	file-magic /^[\x02\x0c\x16\x17\x20\x21\x2a-\x2d\x2f-\x33\x3e-\x42\x48\x49\x52-\x55\x5c-\x61\x66-\x6f\x7a-\xa7\xac-\xcb\xde-\xf3]\x0d\x0d\x0a/
}
signature type-python-3-14 {
	file-mime "application/x-python-bytecode", 80
	file-magic /^[\x10-\x2b]\x0e\x0d\x0a/
}

# Scripts, by their first line.
signature type-shell {
	file-mime "text/x-shellscript", 110
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?(ba|tc|c|z|fa|ae|k)?sh/
}
signature type-perl {
	file-mime "text/x-perl", 130
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?perl/
}
signature type-ruby {
	file-mime "text/x-ruby", 130
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?ruby/
}
signature type-python {
	file-mime "text/x-python", 150
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?python/
}
signature type-awk {
	file-mime "text/x-awk", 120
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?(g|n)?awk/
}
signature type-tcl {
	file-mime "text/x-tcl", 120
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?(wish|tcl)/
}
signature type-lua {
	file-mime "text/x-lua", 120
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?lua/
}
signature type-node {
	file-mime "application/javascript", 130
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?node(js)?/
}
signature type-php-script {
	file-mime "text/x-php", 120
	file-magic /^#![^\n]{1,15}bin\/(env[\x09\x0a\x0d\x20]+)?php/
}

# JavaScript, by idioms.
signature type-script-element {
	file-mime "application/javascript", 250
	file-magic /^[\x09\x0a\x0d\x20]*<script[\x09\x20]+(type|language)=['\"]?(text\/)?javascript/i
}
signature type-javascript-loop {
	file-mime "application/javascript", 120
	file-magic /^[\x09\x0a\x0d\x20]*for \(;;\);/
}
signature type-javascript-write {
	file-mime "application/javascript", 180
	file-magic /^[\x09\x0a\x0d\x20]*document\.write(ln)?[:blank]?\(/
}
signature type-javascript-function {
	file-mime "application/javascript", 150
	file-magic /^\(function\(\)[\x09\x0a\x20]*\{/
}
signature type-javascript-var {
	file-mime "application/javascript", 150
	file-magic /^[\x09\x0a\x0d\x20]*<script>[\x09\x0a\x0d\x20]*(var|function) /
}

# PHP, batch files, M4, shell archives.
signature type-php {
	file-mime "text/x-php", 25
	file-magic /^.*<\?php/
}
signature type-php-smarty {
	file-mime "text/x-php", 250
	file-magic /^<\?php \/\* Smarty version.[0-9.]+/
}
signature type-batch-echo {
	file-mime "text/x-msdos-batch", 120
	file-magic /^@ *echo +off/i
}
signature type-batch-rem {
	file-mime "text/x-msdos-batch", 70
	file-magic /^@rem/i
}
signature type-batch-set {
	file-mime "text/x-msdos-batch", 80
	file-magic /^@set +/i
}
signature type-m4 {
	file-mime "text/x-m4", 70
	file-magic /^dnl /
}
signature type-shar {
	file-mime "application/x-shar", 250
	file-magic /^.{10}# This is a shell archive/
}
