import VirtualTime

/// The jumps over holes that players publish.
///
/// Chromium joins parts of its buffer that are some frames apart, and the other two rules that a hole
/// needs are those of its media element: playback continues without video for some time, and never
/// without audio.
extension GapRules {
    /// hls.js at commit afe5b8bf, `src/controller/gap-controller.ts` and `src/config.ts`:
    /// `maxBufferHole`, 0.1 s; `TICK_INTERVAL`, 0.1 s; `skipBufferHolePadding`, 0.1 s.
    ///
    /// It looks at the event `waiting` and ten times in a second, and jumps with the second look. A hole
    /// of any length is jumped over, once nothing before its end is loading. A comment there states that
    /// Chromium plays one second without video.
    static let hlsJS = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(1), delay: .milliseconds(100),
        padding: .milliseconds(100))

    /// Shaka Player at commit 35b290e, `lib/media/gap_jumping_controller.js` and
    /// `lib/util/player_configuration.js`: `gapDetectionThreshold`, 0.5 s; `gapJumpTimerTime`, 0.25 s;
    /// `gapPadding`, 0.
    ///
    /// It looks four times in a second, and jumps with the first look that finds the playhead less than
    /// half a second before a hole: 0.375 s before it in the mean. The tolerances are assumed to be those
    /// of the other players in Chromium.
    static let shaka = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(3), lead: .milliseconds(375))

    /// VHS at commit 6da45b0, `src/playback-watcher.js` and `src/ranges.js`: `TIME_FUDGE_FACTOR`, 1/30 s.
    ///
    /// It jumps at the event `waiting`. A comment there states that Chromium plays about three seconds
    /// without video; the other tolerance is assumed to be that of Chromium.
    static let vhs = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(3),
        padding: MediaTime(1, timescale: 30))

    /// Media3, `DefaultAudioSink.java` at commit 00ca20b: audio that is more than 0.2 s away from its
    /// expected time moves the position, without a stall.
    ///
    /// The position follows audio, so that a hole of video alone is passed in real time. A video without
    /// audio is assumed to jump as well.
    static let media3 = GapRules(
        tolerance: .milliseconds(200), videoTolerance: .indefinite)
}
