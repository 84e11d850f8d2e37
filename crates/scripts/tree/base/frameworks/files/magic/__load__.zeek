# Signatures of file types are loaded from here.
