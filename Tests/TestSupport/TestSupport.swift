// A suite that imports TestSupport also uses the tools that need no player.
@_exported public import TestTools
