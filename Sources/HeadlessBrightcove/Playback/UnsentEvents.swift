// The constants of lifecycle events that this package never sends: those of casting, of thumbnails,
// of bumpers, and some of ads. Code that compares the type of an event with them compiles.
//
// Source: `Documentation/Brightcove.md#lifecycle-events`.

/// The type of an event that is never sent: a cast session started.
public let kBCOVPlaybackSessionLifecycleEventStartCastSession =
    "kBCOVPlaybackSessionLifecycleEventStartCastSession"
/// The type of an event that is never sent: the cast session ended.
public let kBCOVPlaybackSessionLifecycleEventEndCastSession =
    "kBCOVPlaybackSessionLifecycleEventEndCastSession"
/// The type of an event that is never sent: the thumbnails for seeking could not be loaded.
public let kBCOVPlaybackSessionLifecycleEventThumbnailAssetFailedToLoad =
    "kBCOVPlaybackSessionLifecycleEventThumbnailAssetFailedToLoad"
/// The type of an event that is never sent: a bumper, before the content, starts.
public let kBCOVPlaybackSessionLifecycleEventBumperEnter =
    "kBCOVPlaybackSessionLifecycleEventBumperEnter"
/// The type of an event that is never sent: the bumper ended.
public let kBCOVPlaybackSessionLifecycleEventBumperExit =
    "kBCOVPlaybackSessionLifecycleEventBumperExit"
/// The type of an event that is never sent: the bumper was paused.
public let kBCOVPlaybackSessionLifecycleEventBumperPause =
    "kBCOVPlaybackSessionLifecycleEventBumperPause"
/// The type of an event that is never sent: the bumper was resumed.
public let kBCOVPlaybackSessionLifecycleEventBumperResume =
    "kBCOVPlaybackSessionLifecycleEventBumperResume"
/// The type of an event that is never sent: the playhead of the bumper moved.
public let kBCOVPlaybackSessionLifecycleEventBumperProgress =
    "kBCOVPlaybackSessionLifecycleEventBumperProgress"
/// The type of an event that is never sent: the bumper ended before the end of its media.
public let kBCOVPlaybackSessionLifecycleEventBumperFailedToPlayToEndTime =
    "kBCOVPlaybackSessionLifecycleEventBumperFailedToPlayToEndTime"
/// The type of an event that is never sent: the content is about to be paused for an ad.
public let kBCOVPlaybackSessionLifecycleEventWillPauseForAd =
    "kBCOVPlaybackSessionLifecycleEventWillPauseForAd"
/// The type of an event that is never sent: the playhead of the ad moved.
public let kBCOVPlaybackSessionLifecycleEventAdProgress =
    "kBCOVPlaybackSessionLifecycleEventAdProgress"
/// The type of an event that is never sent: the ad was paused.
public let kBCOVPlaybackSessionLifecycleEventAdPause = "kBCOVPlaybackSessionLifecycleEventAdPause"
/// The type of an event that is never sent: the ad was resumed.
public let kBCOVPlaybackSessionLifecycleEventAdResume = "kBCOVPlaybackSessionLifecycleEventAdResume"
/// The type of an event that is never sent: the ad was skipped.
public let kBCOVPlaybackSessionLifecycleEventAdSkipped =
    "kBCOVPlaybackSessionLifecycleEventAdSkipped"
/// The key of a property of events that are never sent: the video of the bumper.
public let kBCOVPlaybackSessionLifecycleEventPropertiesKeyBumperVideo =
    "kBCOVPlaybackSessionLifecycleEventPropertiesKeyBumperVideo"
/// The key of a property of events that are never sent: the playback position of the bumper.
public let kBCOVPlaybackSessionLifecycleEventPropertiesKeyBumperProgress =
    "kBCOVPlaybackSessionLifecycleEventPropertiesKeyBumperProgress"
