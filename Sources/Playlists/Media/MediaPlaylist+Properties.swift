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
        var segments: [MediaSegment] = []
        var tail: SegmentTail?
        var dateRanges: [DateRange] = []
        var preloadHints: [PreloadHint] = []
        var renditionReports: [RenditionReport] = []
        var headerLines: [String] = []
        var problems = Uncompared<[PlaylistProblem]>([])
        var problemCount = Uncompared(0)
        /// An upper bound of the bytes in the pools that locations of segments share.
        var pooledByteCount = Uncompared(0)
    }
}
