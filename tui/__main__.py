"""`python -m tui` is the `hushtable` command."""

import sys

from tui.cli import main

sys.exit(main())
