import AssetChecking
import HeadlessPlayback
import LiveOrigin
import PlaybackControl
import Sessions
import VirtualTime

/// Compares the media of sessions with the programmes of the broadcasts that they play.
struct ProgrammeComparison {
    private let broadcasts: ScenarioBroadcasts
    private(set) var truth: ProgrammeTruth

    /// Creates a comparison without any media.
    init(with broadcasts: ScenarioBroadcasts) {
        self.broadcasts = broadcasts
        truth = broadcasts.truth
    }

    /// Compares the position of a segment with the programme of its broadcast.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - url: The location of the segment, by which the broadcast is found.
    ///   - session: The number of the session.
    ///   - now: The instant at which the segment was placed.
    mutating func take(_ segment: PlacedSegment, at url: String, session: Int, _ now: Instant) {
        guard let place = broadcasts.programmePlace(of: url) else { return }
        let start = segment.contents?.leadingTrack?.start
        truth.take(
            segment.interval, at: place.time, adBreak: place.adBreak,
            breakOffset: place.breakOffset,
            media: start.map {
                ProgrammeTruth.MediaStart(
                    source: place.source, rendition: place.rendition, timestamp: $0,
                    wrap: segment.contents?.timestampWrap)
            }, isAudio: segment.role == .audio, frame: segment.frameDuration, session: session, now)
    }

    /// Compares a position and its date with the programme of the session's broadcast.
    ///
    /// - Parameters:
    ///   - position: The position of the playhead.
    ///   - session: The session.
    ///   - number: The number of the session, counted over all launches of the app.
    ///   - now: The instant at which the playhead has the position.
    /// - Returns: The note for the trace at the start or the end of a break; otherwise `nil`.
    mutating func take(
        _ position: MediaTime, of session: PlaybackSession, number: Int, _ now: Instant
    ) -> String? {
        guard
            let origin = broadcasts.broadcast(of: session.source.url)?.origin
                ?? broadcasts.onlyOrigin
        else { return nil }
        let note =
            broadcasts.all.count == 1 ? truth.pass(position, session: number, at: now) : nil
        if let date = session.liveDate(at: position) {
            truth.take(date: date, at: position, session: number, now) {
                origin.milliseconds(at: $0)
            }
        }
        return note
    }
}
