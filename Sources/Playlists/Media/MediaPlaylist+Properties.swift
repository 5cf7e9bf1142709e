import VirtualTime

extension MediaPlaylist {
    /// The stored properties of a playlist, which public properties of the same names return.
    ///
    /// A playlist is passed on far more often than it is created. Therefore a playlist contains
    /// only a reference to this value.
    struct Properties: Sendable {
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
        fileprivate var list = SegmentList()
        var tail: SegmentTail?
        var dateRanges: [DateRange] = []
        var preloadHints: [PreloadHint] = []
        var renditionReports: [RenditionReport] = []
        var headerLines: [String] = []
        var problems = Uncompared<[PlaylistProblem]>([])
        var problemCount = Uncompared(0)
        var unlistedProblems = Uncompared<[UnlistedProblems]>([])
        /// An upper bound on the size in bytes of the buffers that the segments' URIs share.
        var pooledByteCount = Uncompared(0)

        var segments: [MediaSegment] {
            _read { yield list.segments }
            _modify { yield &list.segments }
        }
    }
}

extension MediaPlaylist {
    /// Returns whether two playlists have the same meaning.
    ///
    /// The properties are compared in place, since a copy of `Properties` would retain all its
    /// fields.
    public static func == (one: MediaPlaylist, other: MediaPlaylist) -> Bool {
        let (list, otherList) = (one.storage, other.storage)
        let own = list.span
        let others = otherList.span
        if own.isIdentical(to: others) { return true }
        return own[0].mediaSequence == others[0].mediaSequence
            && own[0].hasEndList == others[0].hasEndList
            && own[0].list == others[0].list
            && own[0].tail == others[0].tail
            && own[0].dateRanges == others[0].dateRanges
            && own[0].preloadHints == others[0].preloadHints
            && own[0].renditionReports == others[0].renditionReports
            && own[0].discontinuitySequence == others[0].discontinuitySequence
            && own[0].version == others[0].version
            && own[0].hasIndependentSegments == others[0].hasIndependentSegments
            && own[0].start == others[0].start
            && own[0].definitions == others[0].definitions
            && own[0].targetDuration == others[0].targetDuration
            && own[0].playlistType == others[0].playlistType
            && own[0].isIFramesOnly == others[0].isIFramesOnly
            && own[0].allowsCache == others[0].allowsCache
            && own[0].partInformation == others[0].partInformation
            && own[0].serverControl == others[0].serverControl
            && own[0].skipped == others[0].skipped
            && own[0].headerLines == others[0].headerLines
    }
}

/// An array of segments that is compared without copying them.
///
/// A copy of a segment would retain all of the segment's fields.
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
