package import VirtualTime

/// The content of a broadcast: its sources in order, its breaks, and its end.
///
/// Positions are measured from the start of the broadcast. The position of a break does not include
/// the durations of other breaks.
package struct Programme: Equatable, Sendable {
    /// The treatment of timestamps where one source ends and the next one starts.
    ///
    /// After the last source, the first one starts again.
    package enum Loop: String, CaseIterable, Sendable {
        /// Timestamps continue.
        case continuous
        /// Timestamps restart, with a discontinuity, at the start of each source.
        case discontinuity
    }

    /// The sources, which are broadcast one after another and then repeated.
    package var sources: [SourceSurvey]
    /// The treatment of timestamps where one source ends and the next one starts.
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
    /// A way in which playlists mark a break.
    package enum Marker: String, CaseIterable, Sendable {
        /// A date range.
        case dateRange = "daterange"
        /// `EXT-X-CUE-OUT` at the start of the break and `EXT-X-CUE-IN` after the break.
        case cueOut = "cue-out"
        /// A date range that contains the splice_info_section ``AdBreak/splice``.
        case scte35
    }

    /// The position in the programme, not counting the durations of other breaks.
    ///
    /// The break starts at the next segment boundary.
    package var position: MediaTime
    /// The interval between repetitions, in programme time; `nil` for a break without repetitions.
    package var interval: MediaTime?
    /// The media of the break.
    package var source: SourceSurvey
    /// The requested duration; the break ends with the segment that reaches this duration.
    package var duration: MediaTime
    /// The ways in which playlists mark the break.
    package var markers: [Marker]
    /// The splice_info_section for ``Marker/scte35``.
    ///
    /// When it is empty, playlists contain a splice_insert with the duration of the break.
    package var splice: [UInt8]
    /// Whether a discontinuity precedes the break and another one follows it.
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
    /// The way in which playlists show the end of a broadcast.
    package enum Sign: String, CaseIterable, Sendable {
        /// The playlists get `EXT-X-ENDLIST`.
        case vod
        /// All requests are refused with status 404, from one target duration after the end.
        case removed
        /// The playlists stop changing, without `EXT-X-ENDLIST`.
        case silence
    }

    /// The length of the broadcast; the segment in progress at that time is completed.
    package var length: MediaTime
    /// The way in which playlists show the end.
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

    /// Returns the description of a track in the source of an item.
    func track(_ source: ProgrammeItem.Source, track: Int) -> TrackSurvey {
        switch source {
        case .programme(let index): sources[index].tracks[track]
        case .adBreak(let index): breaks[index].source.tracks[track]
        }
    }

    /// Returns the timestamp in the source at which an item ends before its source segment does.
    ///
    /// The result is `nil` if the item has the whole segment, or if the timestamps are unknown.
    func cut(of item: ProgrammeItem, track: Int) -> MediaTime? {
        let survey =
            switch item.source {
            case .programme(let index): sources[index]
            case .adBreak(let index): breaks[index].source
            }
        let segments = survey.tracks[track].segments
        guard let start = survey.start, segments[item.segment].isCut(at: item.duration) else {
            return nil
        }
        return segments[..<item.segment].reduce(start) { $0 + $1.duration } + item.duration
    }

    /// Returns the description of the source segment that an item broadcasts.
    func segment(_ item: ProgrammeItem, track: Int) -> SegmentSurvey {
        self.track(item.source, track: track).segments[item.segment]
    }
}
