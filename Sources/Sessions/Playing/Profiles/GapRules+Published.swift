import VirtualTime

/// The rules by which players jump over gaps in the media, from their published source code.
///
/// Chromium closes gaps of a few frames by itself. In a longer gap, its media element continues for
/// some time if only video is missing, and stops if audio is missing.
extension GapRules {
    /// The rules of hls.js at commit afe5b8bf.
    ///
    /// Published in `src/controller/gap-controller.ts` and `src/config.ts`: `maxBufferHole`, 0.1 s;
    /// `TICK_INTERVAL`, 0.1 s; `skipBufferHolePadding`, 0.1 s.
    ///
    /// The player checks for a hole at the event `waiting` and ten times per second, and jumps at
    /// the second check. It jumps over a hole of any length once nothing before the end of the hole
    /// is loading. A comment in the source states that Chromium plays one second without video.
    static let hlsJS = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(1), delay: .milliseconds(100),
        padding: .milliseconds(100))

    /// The rules of Shaka Player at commit 35b290e.
    ///
    /// Published in `lib/media/gap_jumping_controller.js` and `lib/util/player_configuration.js`:
    /// `gapDetectionThreshold`, 0.5 s; `gapJumpTimerTime`, 0.25 s; `gapPadding`, 0.
    ///
    /// The player checks for a hole four times per second. It jumps at the first check that finds
    /// the playhead less than half a second before a hole, on average 0.375 s before the hole. The
    /// tolerances are assumed to equal the tolerances of the other players in Chromium.
    static let shaka = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(3), lead: .milliseconds(375))

    /// The rules of VHS at commit 6da45b0.
    ///
    /// Published in `src/playback-watcher.js` and `src/ranges.js`: `TIME_FUDGE_FACTOR`, 1/30 s.
    ///
    /// The player jumps at the event `waiting`. A comment in the source states that Chromium plays
    /// about three seconds without video. The tolerance for other holes is assumed to be the
    /// tolerance of Chromium.
    static let vhs = GapRules(
        tolerance: .milliseconds(100), videoTolerance: .seconds(3),
        padding: MediaTime(1, timescale: 30))

    /// The rules of Media3 at commit 00ca20b.
    ///
    /// Published in `DefaultAudioSink.java`: if audio is more than 0.2 s away from its expected
    /// time, the position jumps to the time of the audio, without a stall.
    ///
    /// The position follows the audio. A hole that only the video has is therefore passed in real
    /// time. In a video without audio, the playhead is assumed to jump over the hole.
    static let media3 = GapRules(
        tolerance: .milliseconds(200), videoTolerance: .indefinite)
}
