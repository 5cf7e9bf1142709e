import Formats
import HeadlessPlayback
import Playlists
import Presentation
import RunResults
import Sessions

/// Records the segments that a session reads and loses, by stream.
final class SurveyObserver: SegmentObserver {
    /// The number of losses after which the playback of an asset stops.
    ///
    /// Playback also stops after `mostFailedRequests` failed requests. Otherwise, each segment on
    /// an unreachable host would cost another timeout.
    private static let mostLosses = 1000
    private static let mostFailedRequests = 8

    private struct Record {
        let role: PlacedSegment.Role
        let rendition: String?
        var option: MediaOption?
        var draft: StreamDraft?
        var losses: [(number: SegmentNumber?, error: SessionError, endsTrack: Bool)] = []
    }

    private(set) var playlist: MultivariantPlaylist?
    private var records: [Record] = []
    private var failedRequests = 0

    /// Whether playback should stop because too many requests failed or too much media was lost.
    var hasLostTooMuch: Bool {
        failedRequests >= Self.mostFailedRequests
            || records.reduce(0) { $0 + $1.losses.count } >= Self.mostLosses
    }

    /// Whether the session abandoned a track, which ends the stream of the track early.
    var hasEndedTrack: Bool {
        records.contains { $0.losses.contains { $0.endsTrack && $0.number != nil } }
    }

    func session(_ number: Int, didRead playlist: MultivariantPlaylist) {
        self.playlist = playlist
    }

    func session(_ number: Int, didPlace segment: PlacedSegment) {
        let place = record(of: segment.role, segment.media)
        records[place].draft?.take(segment)
    }

    func session(_ number: Int, didLose loss: MediaLoss) {
        let place = record(of: loss.role, loss.media)
        records[place].option = records[place].option ?? loss.option
        let isKnown = records[place].losses.contains {
            $0.number == loss.number && loss.number != nil && $0.endsTrack == loss.endsTrack
        }
        guard !isKnown else { return }
        if loss.error.mayPass { failedRequests += 1 }
        records[place].losses.append((loss.number, loss.error, loss.endsTrack))
    }

    private func record(of role: PlacedSegment.Role, _ media: RenditionMedia?) -> Int {
        if let known = records.lastIndex(where: { $0.role == role && $0.rendition == media?.name })
        {
            return known
        }
        records.append(
            Record(role: role, rendition: media?.name, draft: media.map(StreamDraft.init)))
        return records.count - 1
    }

    /// Returns the streams of one playback: the variant stream first, then audio, then subtitles.
    ///
    /// - Parameters:
    ///   - choice: The streams that were chosen.
    ///   - session: The session that played them.
    /// - Returns: The results of each stream.
    func streams(choice: StreamChoice?, session: PlaybackSession?) -> [SurveyedStream] {
        let roles: [PlacedSegment.Role] = [.main, .audio, .subtitles]
        return roles.flatMap { role in
            records.filter { $0.role == role }.compactMap { stream(of: $0, choice, session) }
        }
    }

    private func stream(
        of record: Record, _ choice: StreamChoice?, _ session: PlaybackSession?
    ) -> SurveyedStream? {
        let place = choice?.variant ?? 0
        switch record.role {
        case .main:
            // A playback that reads only subtitles is evaluated only for the selected subtitles.
            // The other streams are read by other playbacks.
            guard choice?.readsSubtitlesAlone != true else { return nil }
            return main(of: record, place)
        case .audio:
            guard choice?.readsSubtitlesAlone != true else { return nil }
            let option = session?.selectedAudibleMediaOption ?? record.option
            return rendition(.audio, option, place, record)
        case .subtitles:
            let option = session?.selectedLegibleMediaOption ?? record.option
            return rendition(.subtitles, option, place, record)
        }
    }

    private func main(of record: Record, _ place: Int) -> SurveyedStream {
        let name = Self.nameOfVariant(place, playlist)
        var survey = record.draft?.survey(name: name, role: .variant)
        survey?.variant = place
        if playlist != nil, survey?.playlist?.isIFramesOnly == true {
            survey?.unlisted.append("the playlist of a variant stream lists I-frames only")
        }
        survey?.bandwidth = Self.variant(place, playlist)?.bandwidth ?? 0
        if playlist?.hasIndependentSegments ?? false { survey?.statesIndependence = true }
        return SurveyedStream(
            key: .variant(place), name: name, survey: survey, losses: losses(of: record, survey))
    }

    private func rendition(
        _ kind: Rendition.Kind, _ option: MediaOption?, _ place: Int, _ record: Record
    ) -> SurveyedStream? {
        guard let option, let playlist, let variant = Self.variant(place, playlist) else {
            return nil
        }
        let group = (kind == .audio ? variant.audioGroup : variant.subtitlesGroup) ?? ""
        let name = Self.name(of: kind, option.name, group: group, playlist)
        var survey = record.draft?.survey(name: name, role: kind == .audio ? .audio : .subtitles)
        survey?.variant = place
        return SurveyedStream(
            key: .rendition(kind, group: group, name: option.name, language: option.languageTag),
            name: name, survey: survey, losses: losses(of: record, survey))
    }

    private func losses(
        of record: Record, _ survey: StreamSurvey?
    ) -> [SurveyedStream.Loss] {
        record.losses.map { loss in
            SurveyedStream.Loss(
                interval: loss.number.flatMap { survey?.interval(of: $0) },
                cause: PlaceText.cut("\(loss.error)"), endsStream: loss.endsTrack,
                kind: loss.error.lacksInitialization
                    ? .noSection : loss.error.isOfMedia ? .damage : .other,
                lacksLicence: loss.error.lacksLicence)
        }
    }

    // MARK: Names

    /// Returns the name of a variant stream.
    static func nameOfVariant(_ place: Int, _ playlist: MultivariantPlaylist?) -> String {
        variant(place, playlist).map { "variant \(place + 1) (\($0.words))" } ?? "the stream"
    }

    /// Returns the name of a rendition.
    static func name(
        of kind: Rendition.Kind, _ name: String, group: String, _ playlist: MultivariantPlaylist
    ) -> String {
        let isOnly = Set(playlist.renditions.filter { $0.kind == kind }.map(\.groupID)).count < 2
        let word =
            switch kind {
            case .audio: "audio"
            case .video: "video"
            case .subtitles: "subtitles"
            case .closedCaptions: "closed captions"
            }
        return SafeText.quoted("\(word) \(isOnly ? "" : "\(group) ")\(name)")
    }

    private static func variant(
        _ place: Int, _ playlist: MultivariantPlaylist?
    ) -> VariantStream? {
        guard let playlist, playlist.variants.indices.contains(place) else { return nil }
        return playlist.variants[place]
    }
}
