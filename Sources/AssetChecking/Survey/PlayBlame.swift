import Formats
import HeadlessPlayback
import Presentation
import RunResults

/// Assigns the findings in a session's `Ledger` to the streams of the asset.
///
/// Each finding is assigned to the stream at fault.
struct PlayBlame {
    private(set) var streams: [SurveyedStream]
    /// Whether only subtitles were read; other tracks are then mostly known from playlists only.
    let isForSubtitles: Bool
    private let hasAudioRendition: Bool

    /// Creates a value that assigns the findings of one session to its streams.
    ///
    /// - Parameters:
    ///   - streams: The read and the lost parts of each stream.
    ///   - isForSubtitles: Whether only subtitles were read.
    init(streams: [SurveyedStream], isForSubtitles: Bool) {
        self.streams = streams
        self.isForSubtitles = isForSubtitles
        hasAudioRendition = streams.contains { $0.role == .audio }
    }

    /// Assigns each finding about incorrectly played media to the stream that contains the media.
    ///
    /// The findings are taken from the session's `Ledger`. A finding is omitted if a loss that is
    /// already recorded, or a wrong order of segments, caused it.
    mutating func take(_ ledger: Ledger) {
        for track in ledger.tracks {
            let role: StreamSurvey.Role =
                switch track.name {
                case "audio" where hasAudioRendition: .audio
                case "subtitles": .subtitles
                default: .variant
                }
            guard let place = streams.firstIndex(where: { $0.role == role }) else { continue }
            let stream = streams[place]
            for finding in track.findings where finding.account.isUnsound {
                let cause = PlaceText.cut(finding.cause)
                guard !stream.losses.contains(where: { $0.explains(finding, cause) }),
                    !(stream.survey?.swaps.contains { $0.explains(finding) } ?? false)
                else { continue }
                if finding.account == .missing, let end = stream.survey?.end,
                    finding.interval.lowerBound <= end + TrackTimeline.tolerance,
                    finding.interval.upperBound > end + TrackTimeline.tolerance
                {
                    streams[place].survey?.endsEarly = true
                }
                streams[place].findings.append(
                    SurveyedStream.Finding(
                        track: track.name, interval: finding.interval,
                        isMissing: finding.account == .missing,
                        words: "\(track.name) \(finding.account.words) at"
                            + " \(finding.interval.words)" + (cause.isEmpty ? "" : ": \(cause)")))
            }
        }
        for index in streams.indices {
            guard let survey = streams[index].survey else { continue }
            let lines = survey.unlisted + survey.lostMetadata + survey.missingTracks
            streams[index].findings += lines.map { SurveyedStream.Finding(words: $0) }
        }
        if let place = streams.firstIndex(where: { $0.role == .subtitles }) {
            streams[place].findings += ledger.remarks.filter { $0.kind == .lostCues }.map {
                SurveyedStream.Finding(words: PlaceText.cut($0.text))
            }
        }
        if let place = streams.firstIndex(where: { $0.role == .variant }) {
            streams[place].announced = ledger.remarks.filter(\.kind.isOfAnnouncement)
        }
        guard let imbalance = ledger.imbalances.first, !streams.isEmpty else { return }
        streams[0].findings.append(
            SurveyedStream.Finding(words: "the ledger does not balance: \(imbalance.entry)"))
    }

    /// Records a failure of the whole session as a loss of the variant stream.
    mutating func fail(_ cause: String, variant: Int, name: String) {
        let loss = SurveyedStream.Loss(interval: nil, cause: cause, endsStream: true)
        if isForSubtitles {
            interrupt("\(name): \(cause)")
        } else if let place = streams.firstIndex(where: { $0.role == .variant }) {
            streams[place].losses.append(loss)
        } else {
            streams.insert(
                SurveyedStream(key: .variant(variant), name: name, losses: [loss]), at: 0)
        }
        interruptOthers()
    }

    /// Records the reason why the session ended before the end of its streams.
    mutating func interrupt(_ reason: String) {
        interruptOthers()
        for index in streams.indices
        where streams[index].isUnfinished && streams[index].interruption == nil {
            streams[index].interruption = reason
        }
    }

    /// Adds a finding for each segment before `end` that was neither read nor reported as lost.
    mutating func noteUnread(before end: MediaTime) {
        for index in streams.indices where streams[index].interruption == nil {
            streams[index].findings += streams[index].unexplained.filter {
                $0.lowerBound < end - TrackTimeline.tolerance
            }.map { SurveyedStream.Finding(interval: $0, words: "not read at \($0.words)") }
        }
    }

    /// Marks the streams that stopped because another stream ended the session.
    private mutating func interruptOthers() {
        guard let cause = streams.first(where: { $0.losses.contains(where: \.endsStream) }),
            let problem = cause.problem
        else { return }
        for index in streams.indices
        where streams[index].key != cause.key && streams[index].isUnfinished {
            streams[index].interruption = "not read to its end, since \(problem)"
        }
    }
}

extension SurveyedStream {
    /// The role of the stream.
    var role: StreamSurvey.Role {
        switch key {
        case .variant: .variant
        case .rendition(.audio, _, _, _): .audio
        case .rendition: .subtitles
        }
    }

    /// Whether segments remain that were neither read nor lost, although no loss ends the stream.
    fileprivate var isUnfinished: Bool {
        !losses.contains(where: \.endsStream) && !unexplained.isEmpty
    }

    /// The segments that were neither read nor lost.
    fileprivate var unexplained: [Range<MediaTime>] {
        (survey?.unread ?? []).filter { interval in
            !losses.contains { $0.interval?.overlaps(interval) ?? true }
        }
    }
}

extension SurveyedStream.Loss {
    fileprivate func explains(_ finding: TrackAccount.Finding, _ cause: String) -> Bool {
        if !cause.isEmpty { return cause == self.cause }
        return interval?.overlaps(finding.interval) ?? endsStream
    }
}

extension SwappedSegments {
    fileprivate func explains(_ finding: TrackAccount.Finding) -> Bool {
        firstInterval.overlaps(finding.interval) || secondInterval.overlaps(finding.interval)
    }
}
