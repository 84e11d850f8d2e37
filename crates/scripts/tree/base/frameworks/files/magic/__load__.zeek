# Signatures of file types. Each is written from the document of its format, which the head of its group names.
#
# Strengths follow one rule, so that the longer and more specific signature wins: thirty, ten for each byte that the
# pattern fixes and five for a byte out of a few, 250 at most. Of alternatives the shortest counts. A pattern that may
# match anywhere in a text gets five for each byte. Signatures that depart from this say why. Below all of these stand
# patterns that know a syntax but no format: XML and sections of settings (10), JSON (1 and 0), text (-20).

@load-sigs ./archives
@load-sigs ./data
@load-sigs ./documents
@load-sigs ./images
@load-sigs ./media
@load-sigs ./programs
@load-sigs ./text
