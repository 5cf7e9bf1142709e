/// A playback controller without a screen.
///
/// One import for the tests of an app's player: the controller and its delegate, videos and cue
/// points, the session-provider chain, the virtual clock, and the ledger.
@_exported public import Containers
@_exported public import ContentProtection
@_exported public import Formats
@_exported public import OfflineDownloads
@_exported public import PlaybackControl
@_exported public import Playlists
@_exported public import Presentation
@_exported public import Sessions
@_exported public import SidecarSubtitles
@_exported public import Transport
@_exported public import VirtualTime
