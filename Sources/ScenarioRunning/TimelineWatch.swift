import AssetChecking
import HeadlessPlayback
import RunResults
import Sessions
import VirtualTime

/// Records the streams that the sessions of a run play, so that a page can show their timelines.
final class TimelineWatch: SegmentObserver {
    /// The distance within which equal markers count as one.
    private static let tolerance = MarkerGroup.tolerance

    private struct Stream {
        let session: Int
        let rendition: String
        let draft: StreamDraft
    }

    /// The number of sessions before the reported ones.
    var sessionsBefore = 0
    /// Receives jumps because the window of a broadcast has moved past the playhead: position and
    /// target.
    var onRejoin: ((MediaTime, MediaTime) -> Void)?
    /// Receives rates at which playback follows the latency of a broadcast, with that latency.
    var onRate: ((PlaybackRate, MediaTime) -> Void)?
    /// Receives the segments that were placed: the location, the place, and the session.
    var onPlace: ((String, PlacedSegment, Int) -> Void)?
    /// Receives the marks that playlists of broadcasts have added, with the session.
    var onMarker: ((MarkerNews, Int) -> Void)?
    private var streams: [Stream] = []
    private let keepsStreams: Bool

    /// Creates an observer that has seen nothing yet.
    ///
    /// - Parameter keepsStreams: Whether the streams are recorded; otherwise only jumps are passed on.
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

    /// Returns the marks on the timeline of a session: the segments of the first played stream, and
    /// the markers of all played ones.
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
