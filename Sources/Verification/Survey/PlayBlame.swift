import HeadlessPlayback

/// Puts what the accounts of a play say down to the streams that it is about.
struct PlayBlame {
    private(set) var streams: [SurveyedStream]
    /// Whether subtitles alone were read, so that other accounts rest on playlists.
    let isForSubtitles: Bool
    private let hasAudioRendition: Bool

    /// Prepares to judge the streams of a play.
    ///
    /// - Parameters:
    ///   - streams: What was read and lost of each.
    ///   - isForSubtitles: Whether subtitles alone were read.
    init(streams: [SurveyedStream], isForSubtitles: Bool) {
        self.streams = streams
        self.isForSubtitles = isForSubtitles
        hasAudioRendition = streams.contains { $0.role == .audio }
    }

    /// Takes what is unsound, unless a loss or an order of segments explains it.
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
                    "\(track.name) \(finding.account.words) at \(finding.interval.words)"
                        + (cause.isEmpty ? "" : ": \(cause)"))
            }
        }
        // What a playlist announces and nobody can play heads what comes of it.
        if let place = streams.firstIndex(where: { $0.role == .variant }) {
            let remarks = ledger.remarks.filter(\.kind.isUnsound).map { PlaceText.cut($0.text) }
            streams[place].findings.insert(contentsOf: remarks, at: 0)
        }
        guard let imbalance = ledger.imbalances.first, !streams.isEmpty else { return }
        streams[0].findings.append("the ledger does not balance: \(imbalance.entry)")
    }

    /// Takes why the session failed where no track is to blame: it concerns the variant stream.
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

    /// Takes why the session was ended before the end of its streams.
    mutating func interrupt(_ reason: String) {
        interruptOthers()
        for index in streams.indices
        where streams[index].isUnfinished && streams[index].interruption == nil {
            streams[index].interruption = reason
        }
    }

    /// Takes what was never asked for before an end that was reached, though nothing explains it.
    mutating func noteUnread(before end: MediaTime) {
        for index in streams.indices where streams[index].interruption == nil {
            streams[index].findings += streams[index].unexplained.filter {
                $0.lowerBound < end - TrackTimeline.tolerance
            }.map { "not read at \($0.words)" }
        }
    }

    /// A stream that lost nothing itself and was not read to its end stopped with another one.
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
    /// What the stream is for.
    var role: StreamSurvey.Role {
        switch key {
        case .variant: .variant
        case .rendition(.audio, _, _, _): .audio
        case .rendition: .subtitles
        }
    }

    /// Whether segments remain that nobody asked for.
    fileprivate var isUnfinished: Bool {
        !losses.contains(where: \.endsStream) && !unexplained.isEmpty
    }

    /// The segments that were not read though they are not lost.
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
