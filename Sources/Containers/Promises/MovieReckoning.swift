import VirtualTime

/// Compares the durations that a single file's boxes state with the media read from it.
///
/// The stated durations are exact. If the media is shorter, some of it is missing. If the media is
/// longer, players that stop at the stated end time do not play all of it. Fragments are an
/// exception: they may extend the durations of a movie box.
struct MovieReckoning {
    /// The media that was read from one track.
    struct Delivery: Equatable {
        /// The index of the track in its container.
        var index: Int
        var kind: TrackDescription.Kind
        var start: MediaTime
        var end: MediaTime
    }

    /// The maximum time by which the media may be shorter than stated.
    ///
    /// A few missing frames, or rounded durations of audio priming, stay within this tolerance.
    static let tolerance = MediaTime.milliseconds(100)

    /// The maximum time by which the media may be longer than stated.
    static let surplus = MediaTime.milliseconds(500)

    private let promise: MoviePromise
    private let deliveries: [Int: Delivery]

    /// The start time of the file: zero, or the start of the first sample in a fragmented file.
    private let origin: MediaTime

    /// Creates the comparison.
    ///
    /// - Parameters:
    ///   - promise: The durations and tracks that the boxes state.
    ///   - deliveries: The media that was read, by track ID.
    init(_ promise: MoviePromise, _ deliveries: [Int: Delivery]) {
        self.promise = promise
        self.deliveries = deliveries
        origin = promise.isFragmented ? deliveries.values.map(\.start).min() ?? .zero : .zero
    }

    /// A problem for each stated property that does not match the media, in track order.
    ///
    /// Damage and contradictions in the boxes are problems, too.
    var problems: [ContainerProblem] {
        var problems: [ContainerProblem] = []
        if let damage = promise.damage { problems.append(ContainerProblem(.brokenMovie(damage))) }
        for track in promise.tracks {
            let index = deliveries[track.id]?.index
            if let contradiction = contradiction(of: track) {
                let text = "\(name(of: track)): \(contradiction)"
                problems.append(ContainerProblem(.brokenMovie(text), track: index))
            }
            if let kind = failure(of: track) {
                problems.append(ContainerProblem(kind, track: index))
            }
        }
        if let kind = wholeFailure { problems.append(ContainerProblem(kind)) }
        return problems
    }

    private func name(of track: TrackPromise) -> String {
        "\(track.kind.rawValue) track \(track.id)"
    }

    private func contradiction(of track: TrackPromise) -> String? {
        guard track.isPlayable || track.kind == .subtitle || track.isMalformed else { return nil }
        // The movie box has no tables for the samples of fragments, so there is nothing to compare.
        if promise.isFragmented, track.sampleCount == 0 { return nil }
        return track.contradiction(within: Self.tolerance)
    }

    private func failure(of track: TrackPromise) -> ContainerProblem.Kind? {
        guard track.isPlayable || track.kind == .subtitle else { return nil }
        let indexed = promise.indexed[track.id]
        let promised = max(track.duration ?? .zero, indexed ?? .zero)
        guard let delivery = deliveries[track.id],
            delivery.kind == track.kind || !track.isPlayable
        else {
            let isMissed =
                track.isPlayable || track.sampleCount > 0 || promised > Self.surplus
            return isMissed ? .emptyTrack(name(of: track)) : nil
        }
        let found = delivery.end - origin
        if promised > found + Self.tolerance {
            return .shorterThanPromised(name(of: track), promised: promised, found: found)
        }
        if track.isPlayable, !promise.isFragmented, promised > .zero,
            found > promised + Self.surplus
        {
            return .longerThanPromised(name(of: track), promised: promised, found: found)
        }
        return nil
    }

    /// The problem of the complete file; `nil` when there is none.
    ///
    /// Two problems are possible: no track is as long as the stated duration of the file, or an
    /// enabled track that has no alternative track is longer than the played video and audio.
    private var wholeFailure: ContainerProblem.Kind? {
        let unread = promise.tracks.filter { !$0.isPlayable }.map { $0.duration ?? $0.tabled }
        let ends = deliveries.values.map { $0.end - origin } + unread
        let last = ends.max() ?? .zero
        if let duration = promise.duration, duration > last + Self.tolerance {
            return .shorterThanPromised("the file", promised: duration, found: last)
        }
        let played = playedEnd - origin
        let others = promise.tracks.filter { $0.isPlayable && $0.isAlwaysPresented }
        let longest = others.compactMap { deliveries[$0.id].map { $0.end - origin } }.max()
        if let longest, longest > played + Self.surplus {
            return .shorterThanPromised("the file", promised: longest, found: played)
        }
        return nil
    }

    /// The later end time of the two played tracks: the first video track and first audio track.
    private var playedEnd: MediaTime {
        let ordered = deliveries.values.sorted { $0.index < $1.index }
        let video = ordered.first { $0.kind == .video }
        let audio = ordered.first { $0.kind == .audio }
        return max(video?.end ?? .zero, audio?.end ?? .zero)
    }
}

extension MovieReckoning {
    /// Creates the comparison of the stated properties with the demuxed pieces of a file.
    init(_ promise: MoviePromise, pieces: [DemuxedSegment]) {
        var deliveries: [Int: Delivery] = [:]
        for track in pieces.flatMap(\.tracks) where track.sampleCount > 0 {
            let id = track.description.id
            var delivery =
                deliveries[id]
                ?? Delivery(
                    index: track.description.index, kind: track.description.kind,
                    start: track.start, end: track.end)
            delivery.start = min(delivery.start, track.start)
            delivery.end = max(delivery.end, track.end)
            deliveries[id] = delivery
        }
        self.init(promise, deliveries)
    }

    /// Creates the comparison of the headers with the tables of the movie box.
    init(tablesOf promise: MoviePromise) {
        var deliveries: [Int: Delivery] = [:]
        for (index, track) in promise.tracks.enumerated()
        where track.sampleCount > 0 && deliveries[track.id] == nil {
            deliveries[track.id] = Delivery(
                index: index, kind: track.kind, start: track.lead, end: track.tabled)
        }
        self.init(promise, deliveries)
    }

    /// The duration of the file; `nil` when the played tracks start or end at different times.
    ///
    /// If the times differ by more than `surplus`, only the samples show whether media is missing.
    var commonDuration: MediaTime? {
        let ordered = deliveries.values.sorted { $0.index < $1.index }
        let played = [TrackDescription.Kind.video, .audio].compactMap { kind in
            ordered.first { $0.kind == kind }
        }
        guard let start = played.map(\.start).min(), let end = played.map(\.end).max(),
            played.allSatisfy({
                $0.start - start <= Self.surplus && end - $0.end <= Self.surplus
            }), end > start
        else { return nil }
        return (played.first?.end ?? end) - (played.first?.start ?? start)
    }
}
