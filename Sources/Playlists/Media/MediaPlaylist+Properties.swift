import VirtualTime

extension MediaPlaylist {
    /// The properties of a playlist, each with the meaning of the playlist's own of the same name.
    ///
    /// A playlist is handed on far more often than it is made. So it is one reference, and this is the
    /// value behind it.
    struct Properties: Equatable, Sendable {
        var version = 1
        var hasIndependentSegments = false
        var start: StartPoint?
        var definitions: [VariableDefinition] = []
        var targetDuration: MediaTime?
        var mediaSequence = 0
        var discontinuitySequence = 0
        var playlistType: Kind?
        var hasEndList = false
        var isIFramesOnly = false
        var allowsCache: Bool?
        var partInformation: PartInformation?
        var serverControl: ServerControl?
        var skipped: SkippedSegments?
        private var list = SegmentList()
        var tail: SegmentTail?
        var dateRanges: [DateRange] = []
        var preloadHints: [PreloadHint] = []
        var renditionReports: [RenditionReport] = []
        var headerLines: [String] = []
        var problems = Uncompared<[PlaylistProblem]>([])
        var problemCount = Uncompared(0)
        /// An upper bound of the bytes in the pools that locations of segments share.
        var pooledByteCount = Uncompared(0)

        var segments: [MediaSegment] {
            _read { yield list.segments }
            _modify { yield &list.segments }
        }
    }
}

/// Segments whose fields are compared in place, since a copy of each would retain all of them.
private struct SegmentList: Equatable {
    var segments: [MediaSegment] = []

    static func == (one: SegmentList, other: SegmentList) -> Bool {
        guard one.segments.count == other.segments.count else { return false }
        let own = one.segments.span
        let others = other.segments.span
        for index in own.indices {
            let isSame =
                own[index].duration == others[index].duration
                && own[index].discontinuitySequence == others[index].discontinuitySequence
                && own[index].startsDiscontinuity == others[index].startsDiscontinuity
                && own[index].isGap == others[index].isGap
                && own[index].byteRange == others[index].byteRange
                && own[index].location == others[index].location
                && own[index].scope == others[index].scope
                && own[index].extras == others[index].extras
            guard isSame else { return false }
        }
        return true
    }
}
