# Your own choices: what this file loads or redefines is part of every run that names "local".
