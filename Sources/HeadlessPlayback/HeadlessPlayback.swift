/// The public module of this package: a playback controller without a screen.
///
/// Tests of an app's player import only this module. It contains the names that such a test uses;
/// `Documentation/API` lists them with their members. Code that extends the player imports one of
/// the products on which this module is built, such as `Sessions` or `Transport`.

// Playback: the controller, its delegate, its sessions, and their events.
@_exported public import struct PlaybackControl.ClosedLedger
@_exported public import enum PlaybackControl.PlaybackCommand
@_exported public import class PlaybackControl.PlaybackController
@_exported public import protocol PlaybackControl.PlaybackControllerDelegate
@_exported public import struct PlaybackControl.PlaybackEvents
@_exported public import class PlaybackControl.PlaybackRecorder
@_exported public import protocol PlaybackControl.PlaybackSessionConsumer
@_exported public import struct Sessions.LifecycleEvent
@_exported public import struct Sessions.PlaybackError
@_exported public import struct Sessions.PlaybackEvent
@_exported public import struct Sessions.PlaybackOptions
@_exported public import class Sessions.PlaybackSession
@_exported public import enum Sessions.Progress
@_exported public import enum Sessions.SessionError
@_exported public import struct Formats.UnderlyingError

// Videos: sources, cue points, and the properties that playlists state.
@_exported public import struct Formats.JSONError
@_exported public import enum Formats.PropertyValue
@_exported public import struct Sessions.CuePoint
@_exported public import struct Sessions.CuePointCollection
@_exported public import struct Sessions.CuePointPassage
@_exported public import enum Sessions.MediaType
@_exported public import struct Sessions.Source
@_exported public import struct Sessions.SourceSelectionPolicy
@_exported public import struct Sessions.Video
@_exported public import struct Sessions.VideoPlaylist
@_exported public import enum Sessions.VideoType

// The playback service; its requests and responses are values of the module `Sessions`.
@_exported public import class Sessions.PlaybackService
@_exported public import struct Sessions.PlaybackServiceAccount
@_exported public import struct Sessions.PlaybackServiceError

// Requests: the header fields and cookies of an asset, and the hosts to which they are sent.
@_exported public import struct Transport.AssetCookie
@_exported public import struct Transport.AssetOptions
@_exported public import struct Transport.HeaderField

// Audio and subtitles: the options of a session, preferences, and text tracks of the app.
@_exported public import struct Sessions.MediaOption
@_exported public import struct Sessions.MediaPreferences
@_exported public import struct Sessions.MediaSelectionGroup
@_exported public import struct Sessions.SubtitleCue
@_exported public import struct SidecarSubtitles.SidecarSubtitleOptions
@_exported public import struct SidecarSubtitles.SidecarSubtitleProvider
@_exported public import struct SidecarSubtitles.TextTrack

// Providers: the links of the session provider chain, and the key systems that an app configures.
@_exported public import protocol ContentProtection.AuthorizationProxy
@_exported public import struct ContentProtection.ContentKeyRequest
@_exported public import class ContentProtection.FairPlayKeySystem
@_exported public import class ContentProtection.GivenKeySystem
@_exported public import class ContentProtection.HTTPAuthorizationProxy
@_exported public import class ContentProtection.IdentityKeySystem
@_exported public import protocol ContentProtection.KeySystem
@_exported public import struct ContentProtection.LicenceFailure
@_exported public import struct ContentProtection.ProtectedSessionProvider
@_exported public import struct Sessions.BasicSessionProvider
@_exported public import protocol Sessions.SessionProvider

// The device, and its system controls: audio, the lock screen, and commands from outside the app.
@_exported public import class Devices.Device
@_exported public import class PlaybackControl.SystemControls

// Offline: the manager of downloads and its delegate.
@_exported public import struct OfflineDownloads.DownloadOptions
@_exported public import struct OfflineDownloads.DownloadSelection
@_exported public import enum OfflineDownloads.LicenseExpiration
@_exported public import struct OfflineDownloads.OfflineDownloadTask
@_exported public import struct OfflineDownloads.OfflineEnvironment
@_exported public import struct OfflineDownloads.OfflineError
@_exported public import class OfflineDownloads.OfflineLibrary
@_exported public import struct OfflineDownloads.OfflineMediaSelection
@_exported public import class OfflineDownloads.OfflineRecorder
@_exported public import struct OfflineDownloads.OfflineSessionProvider
@_exported public import struct OfflineDownloads.OfflineURLAsset
@_exported public import class OfflineDownloads.OfflineVideoManager
@_exported public import protocol OfflineDownloads.OfflineVideoManagerDelegate
@_exported public import struct OfflineDownloads.OfflineVideoOptions
@_exported public import struct OfflineDownloads.OfflineVideoParameters
@_exported public import struct OfflineDownloads.OfflineVideoStatus
@_exported public import struct OfflineDownloads.OfflineVideoToken
@_exported public import struct Playlists.DateTime

// The simulated environment of a player: virtual clock, network, and injected faults.
@_exported public import class Sessions.PlaybackWorld
@_exported public import struct Sessions.RecoveryPolicy
@_exported public import class Sessions.RequestLog
@_exported public import struct Sessions.RequestRecord
@_exported public import struct Transport.FaultRule
@_exported public import struct Transport.NetworkConditions
@_exported public import struct Transport.RequestPattern
@_exported public import enum Transport.ResourceFault
@_exported public import enum Transport.ResourceKind
@_exported public import struct Transport.TransportError
@_exported public import class VirtualTime.EventLoop
@_exported public import class VirtualTime.Hold
@_exported public import struct VirtualTime.Instant
@_exported public import struct VirtualTime.MediaTime

// The ledger, which accounts for the played media and for the missing media.
@_exported public import enum Containers.VerificationLevel
@_exported public import struct Presentation.BufferOptimizer
@_exported public import struct Presentation.Ledger
@_exported public import struct Presentation.RequestAccount
@_exported public import struct Presentation.TrackAccount
