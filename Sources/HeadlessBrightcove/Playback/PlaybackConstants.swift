import HeadlessPlayback
import OfflineDownloads
import Sessions

// The constants of sessions, their events and the options of controllers.

/// The type of the event: the media is loaded.
public let kBCOVPlaybackSessionLifecycleEventReady = lifecycleName(.ready)
/// The type of the event: the media could not be loaded.
public let kBCOVPlaybackSessionLifecycleEventFail = lifecycleName(.fail)
/// The type of the event: the session entered play mode.
public let kBCOVPlaybackSessionLifecycleEventPlay = lifecycleName(.play)
/// The type of the event: playback was paused, or reached the end of the media.
public let kBCOVPlaybackSessionLifecycleEventPause = lifecycleName(.pause)
/// The type of the event: play was requested.
public let kBCOVPlaybackSessionLifecycleEventPlayRequest = lifecycleName(.playRequest)
/// The type of the event: pause was requested.
public let kBCOVPlaybackSessionLifecycleEventPauseRequest = lifecycleName(.pauseRequest)
/// The type of the event: playback ended before the end of the media.
public let kBCOVPlaybackSessionLifecycleEventFailedToPlayToEndTime =
    lifecycleName(.failedToPlayToEndTime)
/// The type of the event: the controller starts to resume the video.
public let kBCOVPlaybackSessionLifecycleEventResumeBegin = lifecycleName(.resumeBegin)
/// The type of the event: the video was resumed.
public let kBCOVPlaybackSessionLifecycleEventResumeComplete = lifecycleName(.resumeComplete)
/// The type of the event: the video could not be resumed.
public let kBCOVPlaybackSessionLifecycleEventResumeFail = lifecycleName(.resumeFail)
/// The type of the event: the video was played to its end.
public let kBCOVPlaybackSessionLifecycleEventEnd = lifecycleName(.end)
/// The type of the event: playback stalled.
public let kBCOVPlaybackSessionLifecycleEventPlaybackStalled = lifecycleName(.playbackStalled)
/// The type of the event: a stall is over.
public let kBCOVPlaybackSessionLifecycleEventPlaybackRecovered = lifecycleName(.playbackRecovered)
/// The type of the event: no media is ready at the playhead.
public let kBCOVPlaybackSessionLifecycleEventPlaybackBufferEmpty =
    lifecycleName(.playbackBufferEmpty)
/// The type of the event: there is enough media at the playhead to play.
public let kBCOVPlaybackSessionLifecycleEventPlaybackLikelyToKeepUp =
    lifecycleName(.playbackLikelyToKeepUp)
/// The type of the event: the session is about to be discarded.
public let kBCOVPlaybackSessionLifecycleEventTerminate = lifecycleName(.terminate)
/// The type of the event: an error after which playback may continue.
public let kBCOVPlaybackSessionLifecycleEventError = lifecycleName(.error)
/// The type of the event: a sequence of ads begins.
public let kBCOVPlaybackSessionLifecycleEventAdSequenceEnter = lifecycleName(.adSequenceEnter)
/// The type of the event: the sequence of ads ended.
public let kBCOVPlaybackSessionLifecycleEventAdSequenceExit = lifecycleName(.adSequenceExit)
/// The type of the event: an ad begins.
public let kBCOVPlaybackSessionLifecycleEventAdEnter = lifecycleName(.adEnter)
/// The type of the event: an ad ended.
public let kBCOVPlaybackSessionLifecycleEventAdExit = lifecycleName(.adExit)
/// The key of an event property: the error.
public let kBCOVPlaybackSessionEventKeyError = "error"
/// The key of a cue point event: the playback position before the cue points, in seconds.
public let kBCOVPlaybackSessionEventKeyPreviousTime = "kBCOVPlaybackSessionEventKeyPreviousTime"
/// The key of a cue point event: the position at or after the cue points, in seconds.
public let kBCOVPlaybackSessionEventKeyCurrentTime = "kBCOVPlaybackSessionEventKeyCurrentTime"
/// The key of a cue point event: the cue points that the playhead passed.
public let kBCOVPlaybackSessionEventKeyCuePoints = "kBCOVPlaybackSessionEventKeyCuePoints"
/// The error domain of sessions.
public let kBCOVPlaybackSessionErrorDomain = PlaybackError.sessionDomain
/// The code for media that could not be loaded.
public let kBCOVPlaybackSessionErrorCodeLoadFailed = 69401
/// The code for playback that ended before the end of the media.
public let kBCOVPlaybackSessionErrorCodeFailedToPlayToEnd = 69402
/// The code for a video without a playable source.
public let kBCOVPlaybackSessionErrorCodeNoPlayableSource = 69403
/// The key of a controller option: the method of the buffer optimizer.
public let kBCOVBufferOptimizerMethodKey = "kBCOVBufferOptimizerMethodKey"
/// The key of a controller option: the minimum duration of the buffer, in seconds.
public let kBCOVBufferOptimizerMinimumDurationKey = "kBCOVBufferOptimizerMinimumDurationKey"
/// The key of a controller option: the maximum duration of the buffer, in seconds.
public let kBCOVBufferOptimizerMaximumDurationKey = "kBCOVBufferOptimizerMaximumDurationKey"
/// The key of a controller option: the identifier of the viewer's session.
public let kBCOVAuthHeartbeatPropertyKeySessionId = "kBCOVAuthHeartbeatPropertyKeySessionId"
/// The identifier of the FairPlay certificate for videos that have no certificate of their own.
///
/// It applies if no certificate is stored under the location that the catalogue entry states.
public let kBCOVDefaultFairPlayApplicationCertificateIdentifier =
    OfflineVideoManager.defaultFairPlayApplicationCertificateIdentifier

/// Returns the SDK's constant for a type of lifecycle event.
func lifecycleName(_ type: LifecycleEvent.EventType) -> String {
    "kBCOVPlaybackSessionLifecycleEvent" + type.rawValue
}
