import AssetChecking
import HeadlessPlayback
import RunResults
import Sessions
import VirtualTime

/// Records the streams that the sessions of a run play, so that a page can show their timelines.
final class TimelineWatch: SegmentObserver {
    /// The largest distance between markers of the same kind that count as one marker.
    private static let tolerance = MarkerGroup.tolerance

    private struct Stream {
        let session: Int
        let rendition: String
        let draft: StreamDraft
    }

    /// The number of sessions in earlier launches of the app.
    var sessionsBefore = 0
    /// A closure that receives the position and the target of each jump.
    ///
    /// Playback jumps when the window of a broadcast has moved past the playhead.
    var onRejoin: ((MediaTime, MediaTime) -> Void)?
    /// A closure that receives the new rate, and the latency that caused the change of the rate.
    var onRate: ((PlaybackRate, MediaTime) -> Void)?
    /// A closure that receives the URL of each placed segment, the segment, and the session number.
    var onPlace: ((String, PlacedSegment, Int) -> Void)?
    /// A closure that receives each marker that a playlist has added, and the session number.
    var onMarker: ((MarkerNews, Int) -> Void)?
    private var streams: [Stream] = []
    private let keepsStreams: Bool

    /// Creates an observer that has not recorded any streams.
    ///
    /// - Parameter keepsStreams: Whether the streams are recorded; otherwise the observed jumps,
    ///   rates, segments and markers are only passed to the closures.
    init(keepsStreams: Bool) {
        self.keepsStreams = keepsStreams
    }

    var wantsPlaces: Bool { keepsStreams || onPlace != nil }

    func session(_ number: Int, didRejoinFrom position: MediaTime, at target: MediaTime) {
        onRejoin?(position, target)
    }

    func session(_ number: Int, didFollow latency: MediaTime, at rate: PlaybackRate) {
        onRate?(rate, latency)
    }

    func session(_ number: Int, didRead marker: MarkerNews) {
        onMarker?(marker, number + sessionsBefore)
    }

    func session(_ number: Int, didPlace segment: PlacedSegment) {
        let session = number + sessionsBefore
        if segment.role != .subtitles, let onPlace {
            onPlace(segment.url, segment, session)
        }
        guard keepsStreams, segment.role == .main else { return }
        let rendition = segment.media.name
        if let known = streams.last(where: { $0.session == session && $0.rendition == rendition }) {
            return known.draft.take(segment)
        }
        let draft = StreamDraft(segment.media)
        streams.append(Stream(session: session, rendition: rendition, draft: draft))
        draft.take(segment)
    }

    /// Returns the marks on the timeline of a session.
    ///
    /// The marks are the segments of the first played stream, and the markers of all played
    /// streams.
    ///
    /// - Parameter number: The number of the session, counted from 1.
    /// - Returns: The marks, in no particular order.
    func marks(ofSession number: Int) -> [SessionHistory.Mark] {
        let surveys = streams.filter { $0.session == number }.map {
            $0.draft.survey(name: "", role: .variant)
        }
        guard let first = surveys.first else { return [] }
        let groups = MarkerGroup.join(surveys.map(\.markers), tolerance: Self.tolerance)
        return first.marks + groups.map { $0.mark() }
    }
}
