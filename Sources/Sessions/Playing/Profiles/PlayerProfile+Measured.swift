import Presentation
import VirtualTime

/// Players that were measured in real time, with an origin that limits the throughput.
///
/// The measurements are in `Documentation/Truth.md` (2026-11-22).
extension PlayerProfile {
    /// Chromium, which plays HLS without a library.
    ///
    /// Its rules are taken from `media/filters/hls_rendition_impl.cc` and
    /// `media/formats/hls/abr_algorithm.cc`; the times were measured with Chromium 156.0.8078.79 on
    /// 2026-11-22.
    package static let chromium: PlayerProfile = {
        var profile = PlayerProfile("chromium", version: "156.0.8078.79", basis: .measured)
        profile.policy.rules = .chromium
        profile.policy.buffer = .chromium
        profile.policy.refill = .chromium
        profile.policy.requests = .chromium
        profile.policy.withheld = .chromium
        profile.policy.variants = .chromium
        profile.policy.recovery = .chromium
        // Broadcasts were not measured; the behaviour that RFC 8216 describes is assumed.
        profile.live = .rfc8216
        profile.omissions = [
            "jumps over holes of the buffer; the playhead passes them in real time",
            "a broadcast begins with a look at the first segment of the window",
            "rates and failures of playlists were not measured",
        ]
        return profile
    }()
}

extension PlaybackRules {
    /// The conditions under which the playhead moves in Chromium.
    fileprivate static let chromium: PlaybackRules = {
        var rules = PlaybackRules()
        // Measured: the clock starts when the second segment has arrived, or after the first
        // segment if it lasts at least ten seconds. The start followed the arrival by 0.13 to 0.55
        // s in 30 runs; the median is 0.19 s.
        rules.start = WaitRule(
            lead: .milliseconds(1), segments: 2, sufficientLead: .seconds(10),
            delay: .milliseconds(190))
        // Measured: playback resumes as soon as one more segment is appended.
        rules.resume = WaitRule(lead: .milliseconds(1), segments: 1)
        // Assumed: a seek ends as soon as the segment that contains its target has arrived.
        rules.landing = WaitRule(lead: .milliseconds(1))
        // Published in `hls_rendition_impl.cc` (commit 12a00bb): Chromium keeps ten seconds before
        // the playhead, or two segments if these are longer. The case of the two segments is not
        // modelled. A seek to a position outside of the buffer empties the buffer.
        rules.seeks.backBuffer = .seconds(10)
        // Measured on 2026-11-24 with one seek: Chromium first received the rest of the segment
        // whose transfer was in progress.
        rules.seeks.finishesRequests = true
        return rules
    }()
}

extension BufferOptimizer {
    /// The amount of media that Chromium buffers.
    ///
    /// Published in `hls_rendition_impl.cc`: media is requested while less than ten seconds of it
    /// are buffered.
    fileprivate static let chromium = BufferOptimizer(
        method: .none, minimumDuration: .seconds(10), maximumDuration: .seconds(10))
}

extension RefillRules {
    /// The rules that determine when Chromium requests media.
    fileprivate static let chromium: RefillRules = {
        var rules = RefillRules()
        // Published in `hls_rendition_impl.cc`: once the buffer is full, no media is requested
        // until only half of the buffer is left.
        rules.askAgainAt = .seconds(5)
        // Measured: decoders read between 0.26 and 0.5 s ahead of the playhead; the value 0.33 s
        // fits all 30 runs.
        rules.readAhead = .milliseconds(330)
        // Fitted to six runs with segments of 8 and 12 s (2026-11-23): until the newest segment has
        // arrived, the decoders read only up to 0.03 s before its start.
        rules.readAheadStops = .milliseconds(30)
        // Measured from `buffered`, which excludes the last 0.24 s of a transport stream and the
        // last 0.05 s of fragments.
        rules.uncounted = WithheldEnd(
            transportStream: .milliseconds(240), fragments: .milliseconds(53))
        return rules
    }()
}

extension RequestRules {
    /// The order of requests in Chromium.
    fileprivate static let chromium: RequestRules = {
        var rules = RequestRules()
        // Measured: one request at a time over all tracks.
        rules.limit = 1
        // Measured: the median time from the end of a request to the next request is 8 ms, and 95
        // percent of these times are at most 19 ms.
        rules.interval = .milliseconds(10)
        // Measured: the first segment is requested 3 ms after its initialization section, on
        // another connection.
        rules.besideSection = .milliseconds(3)
        // Measured with separate audio (2026-11-22): the player requests the initialization section
        // and 32 KiB of the first segment of each rendition.
        rules.look = .cancelled(after: 32_768)
        // Measured on 2026-11-24 from `playctl serve`, which sends `ETag` and `max-age`: bytes that
        // an earlier request received are not received again, even after a seek. Earlier requests
        // include the requests for the start of a rendition before playback (looks). The same
        // behaviour is assumed for all responses that state a version of the resource.
        rules.reuse = .versions
        return rules
    }()
}

extension WithheldEnd {
    /// The amount of buffered media that Chromium cannot play until the next segment arrives.
    ///
    /// Measured: the clock stops 0.13 s (transport streams) or 0.11 s (fragments) before the end of
    /// the buffered media. A wait for the next segment delays playback by 0.025 s less than the
    /// wait lasts, so each value is 0.025 s smaller than the measured time.
    fileprivate static let chromium = WithheldEnd(
        transportStream: .milliseconds(105), fragments: .milliseconds(85))
}

extension VariantRules {
    /// The choice of variants in Chromium.
    fileprivate static let chromium: VariantRules = {
        var rules = VariantRules()
        // Published in `abr_algorithm.cc`: the throughput is the lower of two moving means, which
        // both start at zero. A safety margin is not used.
        rules.first = .lowest
        rules.throughput.filter = .lowerMean(slow: 20, fast: 80)
        rules.throughput.smallestSample = 1
        // Measured: between 6 and 20 ms are subtracted from the duration of a request before its
        // throughput is computed. The value 12 ms reproduces the choices of all 10 runs.
        rules.throughput.deduction = .milliseconds(12)
        rules.usableShare = 100
        rules.riseLead = .zero
        // Measured: when a segment has arrived and another variant is chosen, the playlist of that
        // variant is requested at once.
        rules.choosesAtArrival = true
        // Measured: the playlist of a variant stream is requested again each time that the variant
        // stream is chosen.
        rules.keepsPlaylists = false
        return rules
    }()
}

extension RecoveryPolicy {
    /// The reactions to failures in Chromium.
    fileprivate static let chromium: RecoveryPolicy = {
        var policy = RecoveryPolicy()
        // Published in `hls_rendition_impl.cc`: a request that fails ends playback.
        policy.playlistRetries = 0
        policy.segmentRetries = 0
        policy.keyRetries = 0
        policy.failover = .none
        policy.failsAtOnce = true
        // Measured: after a broken response, the missing bytes are requested 0.3 s later. Published
        // in `resource_multi_buffer_data_provider.cc`: the delay grows by 0.05 s each time, for at
        // most 30 requests.
        policy.rest = RestRequests(
            delay: .milliseconds(300), increase: .milliseconds(50), limit: 30)
        // Measured: no timeout within 12 s without data; an hour is assumed, so that a run ends.
        policy.requestTimeout = .seconds(3600)
        policy.answerTime = nil
        policy.segmentTimeFactor = nil
        return policy
    }()
}

extension PlayerProfile {
    /// GStreamer with `playbin3`, whose element for HLS is `hlsdemux2`.
    ///
    /// Measured with GStreamer 1.22.0 on 2026-11-22, one run for each asset and network.
    package static let gstreamer: PlayerProfile = {
        var profile = PlayerProfile("gstreamer", version: "1.22.0", basis: .measured)
        // Published in `hls/m3u8.c` (`recommended_buffering_threshold`) and
        // `gstadaptivedemux-stream.c`: 1.5 times the mean duration of segments, but at most ten
        // seconds. Measured: a lead that is 0.05 s shorter is sufficient, and playback starts 30 ms
        // after the lead is reached. The lead excludes the media that is withheld from playback at
        // the end of the last segment.
        let wait = WaitRule(
            lead: .milliseconds(5950), delay: .milliseconds(30),
            share: WaitRule.Share(percent: 150, most: .seconds(10), less: .milliseconds(50)))
        profile.policy.rules.start = wait
        profile.policy.rules.resume = wait
        profile.policy.rules.landing = wait
        // Measured: transport streams can be played while they arrive, and so can fragments where
        // audio is a separate rendition (2026-11-26). Fragments with both video and audio can be
        // played only when they are complete.
        profile.policy.arrivals = .inOrder
        // Each of the two values was measured in one stall.
        profile.policy.withheld = WithheldEnd(
            transportStream: .milliseconds(1100), fragments: .milliseconds(760))
        // Measured: media is requested while less than 30.76 s of it are buffered. This amount is
        // 30 s plus a queue of 0.76 s.
        profile.policy.buffer = BufferOptimizer(
            method: .none, minimumDuration: .seconds(30), maximumDuration: .seconds(30))
        profile.policy.refill.readAhead = .milliseconds(760)
        // Measured over 214 segments: the median time from the end of a request to the start of the
        // next is 2.4 ms; after the first playlist, it is 18 ms.
        profile.policy.requests.interval = .microseconds(2400)
        profile.policy.requests.firstInterval = .milliseconds(18)
        // Measured on 2026-11-26: the playlist of separate audio is requested 3 to 25 ms after the
        // first 32 KiB of video, and both streams then fill their buffers independently.
        profile.policy.requests.look = .continued(after: 32_768)
        profile.policy.requests.keepsPace = false
        // Measured: if no byte arrives for 10.0 s, at the start or in the middle of a response, the
        // whole segment is requested again, 12 ms later.
        profile.policy.recovery.requestTimeout = .seconds(10)
        profile.policy.recovery.silence = .seconds(10)
        profile.policy.recovery.firstDelay = .milliseconds(12)
        // Measured on 2026-11-24 with status 404: three more requests follow at once, and then
        // playback ends without playing the buffered media. The tested asset had no other variant
        // stream.
        profile.policy.recovery.longestDelay = .milliseconds(12)
        profile.policy.recovery.repeatedStatuses = .all
        profile.policy.recovery.failsAtOnce = true
        profile.policy.variants = .gstreamer
        profile.live = .gstreamer
        profile.omissions = [
            "stalls of less than half a second while the queue behind the demuxer is filled",
            "broadcasts with parts, failures or separate audio were not measured",
            "rates, failures of playlists and failover were not measured",
        ]
        return profile
    }()
}

extension VariantRules {
    /// The choice of variants in GStreamer.
    fileprivate static let gstreamer: VariantRules = {
        var rules = VariantRules()
        // Published in `gstadaptivedemux-stream.c`: the throughput is the lower of the last sample
        // and the mean of the last three samples (`NUM_LOOKBACK_FRAGMENTS`). The player uses 80
        // percent of the throughput (`bandwidth-target-ratio`).
        rules.throughput.filter = .lowerOfLatestAndMean(count: 3)
        rules.throughput.smallestSample = 1
        rules.usableShare = 80
        // Measured: a higher variant may be chosen after one segment, however little media is
        // buffered.
        rules.riseLead = .zero
        // Measured: the choice is made when a segment has arrived, and the playlist of the variant
        // is requested each time.
        rules.choosesAtArrival = true
        rules.keepsPlaylists = false
        return rules
    }()
}
