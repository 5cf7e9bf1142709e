import Containers
import Presentation
import VirtualTime

/// What a session writes down while it plays, for the ledger.
struct SessionRecord {
    /// A segment that was fetched.
    struct FetchedSegment {
        let media: RenditionMedia
        let index: Int
        let byteCount: Int64
    }

    /// How long a track is.
    struct TrackLength {
        let name: String
        let length: MediaTime
        let promised: MediaTime
        let isSubtitles: Bool
    }

    /// The segments that were fetched and have not been passed, as far as is known.
    private(set) var fetched: [FetchedSegment] = []
    /// The single files that were read.
    var files: [FetchedFile] = []
    /// The tracks, by the name under which the ledger has them.
    var tracks: [String: TrackRecord] = [:]
    /// The kinds of media that the main track is to deliver.
    private(set) var mainKinds: [TrackDescription.Kind] = []
    /// How long the tracks were before the source was loaded anew, until they are known again.
    var formerLengths: [TrackLength] = []
    private(set) var notes: [Ledger.Note] = []
    var remarks = RemarkList()
    /// Which variants the media comes from.
    var variants = VariantRecord()

    /// Takes note of a segment that was fetched.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - passed: The intervals that the playhead passed.
    ///   - use: Gets the segments that have been passed by now, which are forgotten then.
    mutating func addFetched(
        _ segment: FetchedSegment, passed: IntervalSet, use: (FetchedSegment) -> Void
    ) {
        let isPassed = { (segment: FetchedSegment) in
            passed.overlaps(segment.media.timeline.interval(of: segment.index))
        }
        if let first = fetched.first, isPassed(first) {
            for segment in fetched where isPassed(segment) { use(segment) }
            fetched.removeAll(where: isPassed)
        }
        fetched.append(segment)
    }

    /// Takes note that playback has a piece of a file that was read.
    mutating func takeFromFile(_ index: Int, of media: RenditionMedia) {
        guard let place = files.lastIndex(where: { $0.media === media }) else { return }
        files[place].take(index)
    }

    /// Takes note of what the main track delivers; what comes late is missing until then.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of media in one of its segments.
    ///   - name: A track that knows the gaps of the segments so far.
    mutating func addMainKinds(_ kinds: [TrackDescription.Kind], gapsOf name: String?) {
        let known = name.flatMap { tracks[$0] }
        for kind in kinds where !mainKinds.contains(kind) {
            mainKinds.append(kind)
            guard let known, kind.ledgerName != name else { continue }
            update(kind.ledgerName) { $0.declareGaps(of: known) }
        }
    }

    /// Takes note that a track was promised wherever the main track was, as far as playlists tell.
    mutating func coverAsMain(_ name: String, upTo end: MediaTime) {
        guard end > .zero else { return }
        let main = tracks[TrackDescription.Kind.video.ledgerName]
        update(name) { track in
            track.cover(.zero..<end)
            if let main { track.declareGaps(of: main) }
        }
    }

    /// Takes note that a kind of media comes from a track of its own from now on.
    mutating func removeMainKind(_ kind: TrackDescription.Kind) {
        mainKinds.removeAll { $0 == kind }
    }

    /// Takes note of what must be known to read the ledger, once.
    mutating func addNote(_ note: Ledger.Note) {
        if !notes.contains(note) { notes.append(note) }
    }

    /// Changes the record of a track.
    mutating func update(_ name: String, _ change: (inout TrackRecord) -> Void) {
        change(&tracks[name, default: TrackRecord(name: name)])
    }
}

extension TrackDescription.Kind {
    /// The name under which the ledger has a track of this kind.
    var ledgerName: String {
        switch self {
        case .video: "video"
        case .audio: "audio"
        case .subtitle: "subtitles"
        default: "other"
        }
    }
}
