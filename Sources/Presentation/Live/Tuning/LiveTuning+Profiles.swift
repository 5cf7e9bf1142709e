import VirtualTime

extension LiveTuning {
    /// Creates the tuning of a player.
    ///
    /// - Parameter profile: The player.
    package init(_ profile: LiveProfile) {
        self.init()
        switch profile {
        case .apple: setApple()
        case .rfc8216: setRFC8216()
        case .hlsJS: setHLSJS()
        case .media3: setMedia3()
        case .shaka: setShaka()
        case .gstreamer: setGStreamer()
        case .vhs: setVHS()
        }
    }

    /// Sets the values that publications state for AVPlayer.
    ///
    /// Since iOS 13, AVPlayer waits for the duration of the last segment before a reload. It writes
    /// a log entry when the playlist has not changed for 1.5 target durations. The reactions to a
    /// restart and to a pause are assumed.
    private mutating func setApple() {
        staleHalves = 3
        reloadsWhilePaused = false
    }

    /// Sets the rules of RFC 8216, section 6.3.4.
    private mutating func setRFC8216() {
        pace = .targetDuration
        roundsWaits = true
        usesLowLatency = false
    }

    /// Sets the first segment and the waits as in GStreamer, and all else as in RFC 8216.
    ///
    /// The function `gst_hls_media_playlist_get_starting_segment` chooses the fourth segment from
    /// the end. Waits are counted from the end of a load.
    ///
    /// The choice of the first segment, and waits of one target duration from the end of a load,
    /// were measured on 2026-11-27. Only loads that changed the playlist were measured.
    private mutating func setGStreamer() {
        setRFC8216()
        waitsFromEnd = true
        holdBack = .segments(4)
    }

    /// Sets the values of hls.js.
    ///
    /// The sources are `computeReloadInterval`, `latency-controller`, `error-controller`,
    /// `base-playlist-controller` and `config`.
    private mutating func setHLSJS() {
        pace = .lastDurationNearEnd(targetDurations: 4)
        roundsWaits = true
        difference = .end
        tunesIn = true
        failureWaits = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]
        restart = .ignore
        joinsAtSegments = false
        joinsBehindTarget = true
        extrapolatesEdge = true
        behind = .join
        latencyPerStall = .seconds(1)
        catchUp = .sigmoid(maximumRate: 1)
    }

    /// Sets the values of media3.
    ///
    /// The sources are `DefaultHlsPlaylistTracker` and `HlsMediaSource`, and
    /// `DefaultLoadErrorHandlingPolicy` for the delays after failed loads. In media3, these delays
    /// are whole seconds.
    private mutating func setMedia3() {
        pace = .targetDuration
        difference = .counts
        failureWaits = (0...5).map { .seconds($0) }
        staleHalves = 7
        failsWhenStale = true
        restart = .fail
        datesLatency = true
        behind = .fail
        catchUp = .proportional(ProportionalControl())
    }

    /// Sets the values of Shaka Player.
    ///
    /// The sources are `hls_parser`, `player_configuration` and `streaming_engine`.
    private mutating func setShaka() {
        pace = .shortestTarget
        skipsAlways = true
        failureWaits = [.milliseconds(100)]
        holdBack = .lastSegments
        usesStartPoint = false
        joinsAtSegments = false
        behind = .windowStart(offset: .seconds(5))
    }

    /// Sets the values of videojs/http-streaming.
    ///
    /// The sources are `playlist-loader`, `playlist` and `playback-watcher`.
    private mutating func setVHS() {
        skipsAlways = true
        skipsDateRanges = false
        skipComesFirst = true
        partNeedsHint = true
        holdBack = .partTargets
        usesStartPoint = false
        joinsAtSegments = false
        behind = .live
        behindTolerance = .milliseconds(100)
    }
}
