package import VirtualTime

/// The content of a broadcast: its sources in order, its breaks, and its end.
///
/// All positions are counted from the start of the broadcast or, for breaks, of its programme.
package struct Programme: Equatable, Sendable {
    /// The transition from the end of the sources back to their start.
    package enum Loop: String, CaseIterable, Sendable {
        /// Timestamps continue.
        case continuous
        /// Timestamps restart with a discontinuity, also between sources.
        case discontinuity
    }

    /// The sources, which are broadcast one after another and then repeated.
    package var sources: [SourceSurvey]
    /// The transition from one source to the next.
    package var loop = Loop.continuous
    /// The breaks that interrupt the sources; at most one of them repeats.
    package var breaks: [AdBreak] = []
    /// The end of the broadcast; `nil` means that it never ends.
    package var ending: Ending?

    /// Creates a programme, by default an endless one without breaks.
    package init(
        sources: [SourceSurvey], loop: Loop = .continuous, breaks: [AdBreak] = [],
        ending: Ending? = nil
    ) {
        self.sources = sources
        self.loop = loop
        self.breaks = breaks
        self.ending = ending
    }
}

/// A break that interrupts a programme and delays the rest of it.
package struct AdBreak: Equatable, Sendable {
    /// The ways in which a playlist marks a break.
    package enum Marker: String, CaseIterable, Sendable {
        /// A date range.
        case dateRange = "daterange"
        /// `EXT-X-CUE-OUT` at its start and `EXT-X-CUE-IN` after it.
        case cueOut = "cue-out"
        /// A date range with ``AdBreak/splice``.
        case scte35
    }

    /// The position in the programme, without other breaks; the next segment boundary counts.
    package var position: MediaTime
    /// The interval of repetitions in the programme; `nil` when there are none.
    package var interval: MediaTime?
    /// The media of the break.
    package var source: SourceSurvey
    /// The requested duration; the last segment of the break is broadcast to its end.
    package var duration: MediaTime
    /// The marks in the playlist.
    package var markers: [Marker]
    /// The splice_info_section for ``Marker/scte35``; empty for a splice_insert that states the
    /// duration of the break.
    package var splice: [UInt8]
    /// Whether discontinuities surround the break.
    package var isDiscontinuous: Bool

    /// Creates a break.
    package init(
        at position: MediaTime, every interval: MediaTime? = nil, source: SourceSurvey,
        duration: MediaTime, markers: [Marker] = [], splice: [UInt8] = [],
        isDiscontinuous: Bool = true
    ) {
        self.position = position
        self.interval = interval
        self.source = source
        self.duration = duration
        self.markers = markers
        self.splice = splice
        self.isDiscontinuous = isDiscontinuous
    }
}

/// The end of a broadcast.
package struct Ending: Equatable, Sendable {
    /// The sign of an end.
    package enum Sign: String, CaseIterable, Sendable {
        /// The playlists get `EXT-X-ENDLIST`.
        case vod
        /// The playlists are refused with status 404, one target duration after the last segment.
        case removed
        /// The playlists no longer change.
        case silence
    }

    /// The length of the broadcast; the current segment is completed.
    package var length: MediaTime
    /// The sign of the end.
    package var sign: Sign

    /// Creates an end.
    package init(after length: MediaTime, as sign: Sign) {
        self.length = length
        self.sign = sign
    }
}

extension Programme {
    /// Returns whether the programme has the source of an item.
    func has(_ source: ProgrammeItem.Source) -> Bool {
        switch source {
        case .programme(let index): sources.indices.contains(index)
        case .adBreak(let index): breaks.indices.contains(index)
        }
    }

    /// Returns the locations of the keys of an item's source.
    func keys(of source: ProgrammeItem.Source) -> [String] {
        switch source {
        case .programme(let index): sources[index].keys
        case .adBreak(let index): breaks[index].source.keys
        }
    }

    /// Returns the survey of an item's track.
    func track(_ source: ProgrammeItem.Source, track: Int) -> TrackSurvey {
        switch source {
        case .programme(let index): sources[index].tracks[track]
        case .adBreak(let index): breaks[index].source.tracks[track]
        }
    }

    /// Returns the survey of an item.
    func segment(_ item: ProgrammeItem, track: Int) -> SegmentSurvey {
        self.track(item.source, track: track).segments[item.segment]
    }
}
