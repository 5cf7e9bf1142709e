import Formats
public import HeadlessPlayback
import Playlists
package import Sessions
public import Transport
public import VirtualTime

/// Determines the contents of every stream of an asset by playing it.
///
/// The player itself plays each variant stream, in a separate `PlaybackWorld`, so that encryption,
/// discontinuities and timestamps are handled as for a viewer. The renditions are distributed over
/// these playbacks. The playbacks of the variant streams also report the cue points, so the cue
/// points need no separate playback.
///
/// VIDEO renditions, closed captions, renditions whose group no variant stream names, I-frame
/// playlists and image playlists are not read. Their playlists are requested, as is session data,
/// so that missing ones are found.
///
/// ```swift
/// let asset = await AssetSurveyor().survey(video)
/// for stream in asset.survey.streams { print(stream.name, stream.keyframes.count) }
/// ```
public struct AssetSurveyor: Sendable {
    /// The title of the asset.
    public var title: String
    /// The playback options; the surveyor replaces the choice of streams.
    public var options = PlaybackOptions()
    /// The loader from which all bytes of the asset are read.
    public var loader: any ResourceLoader = StandardLoader()
    /// A closure that creates the provider that plans the session of one playback.
    ///
    /// By default, `SessionChain` creates the provider.
    public var makeProvider: @Sendable () -> any SessionProvider = { SessionChain.make() }
    /// The flag that ends the survey at once when it is raised.
    public var cancellation = CancellationFlag()
    /// The indices of the variant streams to survey; `nil` or an empty array means all.
    ///
    /// An index that the asset does not have is reported as a problem.
    public var variants: [Int]?
    /// Whether the survey keeps event traces, and session histories for the HTML page of results.
    public var keepsHistory = false
    /// Whether pictures of each variant stream are taken at the cue points.
    public var takesStills = false
    /// The maximum number of playbacks that run at the same time.
    public var worldsAtOnce = 2
    /// The maximum duration of a playback on its virtual clock; `nil` means a default limit.
    ///
    /// The default limit is 24 hours, or twice the duration that the playlist declares if that is
    /// longer.
    public var timeLimit: Duration?

    /// Whether files are requested that the multivariant playlist names and that are not played.
    ///
    /// ``AssetVerifier`` reports those that are missing: the playlists of I-frames, images, VIDEO
    /// renditions and unused groups, and session data. Surveys of chosen variant streams never
    /// request them.
    public var requestsUnplayedFiles = true

    /// The segments that earlier surveys have read; `nil` reads every segment again.
    package var index: SegmentIndex?

    /// The maximum number of pictures of one variant stream.
    ///
    /// If the asset has many variant streams, the maximum is lower, so that all streams together
    /// have about `allStills` pictures. It is never lower than `fewestStills`. The number is
    /// limited because decoding a picture must start at the keyframe before the picture.
    private static let mostStills = 24
    private static let allStills = 72
    private static let fewestStills = 6

    /// Creates a surveyor.
    ///
    /// - Parameter title: The title of the asset.
    public init(title: String = "asset") {
        self.title = title
    }

    /// Plays an asset until all of its streams have been examined.
    ///
    /// - Parameter video: The asset, with the cue points whose passages are reported.
    /// - Returns: The contents of the streams, and the problems that occurred.
    public func survey(_ video: Video) async -> SurveyedAsset {
        var asset = SurveyedAsset(await plays(of: video))
        guard variants?.isEmpty ?? true, let playlist = asset.playlist else { return asset }
        asset.unplayed = UnplayedFile.list(playlist, besides: asset.streams)
        if requestsUnplayedFiles, !asset.wasInterrupted, let source = asset.plays.first?.source {
            let options = source.assetOptions.merged(over: video.assetOptions)
            let location = LocalPath.url(source.url)
            let access = AssetAccess(options, location: location, jar: CookieJar())
            let requests = UnplayedFileRequests(
                loader: AssetLoader(loader, for: access), cancellation: cancellation)
            requests.request(&asset.unplayed, namedBy: location)
        }
        return asset
    }

    private func plays(of video: Video) async -> [SurveyPlay] {
        let variants = variants.flatMap { $0.isEmpty ? nil : $0 }
        let first = variants?.first ?? 0
        let opening = SurveyPlay(
            video, self, choice: StreamChoice(variant: first),
            mostStills: takesStills ? Self.mostStills : 0)
        var plays = [opening]
        guard let playlist = opening.playlist, !opening.wasInterrupted else {
            return plays
        }
        var known = Set(opening.streams.map(\.key) + [.variant(first)])
        let plan = SurveyPlan(playlist, variants: variants, known: known)
        plays += await play(plan.choices, video)
        // A rendition that was not read to its end because of another stream is read again,
        // together with a variant stream that was played to its end.
        let sound = (variants ?? Array(playlist.variants.indices)).filter { variant in
            plays.contains { $0.variant == variant && $0.stop == nil }
        }
        guard !sound.isEmpty, !plays.contains(where: \.wasInterrupted) else {
            return plays
        }
        known = Set(
            plays.flatMap(\.streams).filter { $0.interruption == nil }.map(\.key)
                + sound.map { .variant($0) })
        let second = SurveyPlan(playlist, variants: sound, known: known)
        return plays + (await play(second.choices, video))
    }

    private func play(_ choices: [SurveyPlan.Choice], _ video: Video) async -> [SurveyPlay] {
        let variantCount = choices.count { $0.isVariant } + 1
        let mostStills = min(Self.mostStills, max(Self.fewestStills, Self.allStills / variantCount))
        return await withTaskGroup(of: (Int, SurveyPlay).self) { group in
            var plays = [SurveyPlay?](repeating: nil, count: choices.count)
            var next = 0
            func start() {
                guard next < choices.count else { return }
                let place = next
                next += 1
                group.addTask {
                    let choice = choices[place]
                    // Cue points are reported only by playbacks that examine a variant stream, so
                    // that each variant stream counts the cue points once.
                    let video =
                        choice.isVariant ? video : video.updating { $0.cuePoints = .empty }
                    return (
                        place,
                        SurveyPlay(
                            video, self, choice: choice.streams,
                            reportsCuePoints: choice.isVariant,
                            mostStills: takesStills && choice.isVariant ? mostStills : 0)
                    )
                }
            }
            for _ in 0..<max(1, worldsAtOnce) { start() }
            for await (place, play) in group {
                plays[place] = play
                start()
            }
            return plays.compactMap(\.self)
        }
    }
}

/// The result of playing all streams of an asset.
public struct SurveyedAsset: Sendable {
    /// The contents of the streams.
    public internal(set) var survey: AssetSurvey
    /// The playbacks of variant streams, followed by the playbacks of renditions only.
    let plays: [SurveyPlay]
    /// One result for each stream: variant streams first, then audio, then subtitles.
    var streams: [SurveyedStream]

    init(_ plays: [SurveyPlay]) {
        self.plays = plays
        var streams: [SurveyedStream] = []
        for stream in plays.flatMap(\.streams) {
            guard let known = streams.firstIndex(where: { $0.key == stream.key }) else {
                streams.append(stream)
                continue
            }
            // If several playbacks read the same stream, the result of a playback that reached the
            // end of the stream is preferred.
            if streams[known].interruption != nil, stream.interruption == nil {
                streams[known] = stream
            }
        }
        streams = StreamSurvey.Role.allCases.flatMap { role in
            let all = streams.filter { $0.role == role }
            guard role == .variant else { return all }
            return all.sorted { ($0.variant ?? 0) < ($1.variant ?? 0) }
        }
        self.streams = streams
        survey = AssetSurvey(streams: streams.compactMap(\.survey))
    }

    /// The problems of streams, and the reasons why nothing could be played, each on one line.
    public var troubles: [String] {
        let refusals = plays.compactMap(\.refusal)
        let problems = streams.compactMap { stream in
            stream.problem ?? stream.interruption.map { "\(stream.name): \($0)" }
        }
        var announced: [String] = []
        for text in streams.flatMap(\.announced).map({ PlaceText.cut($0.text) })
        where !announced.contains(text) {
            announced.append(text)
        }
        let all = refusals + announced + problems
        return all.isEmpty ? plays.compactMap(\.trouble) : all
    }

    /// Whether media is lost because a licence is not available.
    package var lacksLicence: Bool {
        streams.contains { $0.losses.contains(where: \.lacksLicence) }
    }

    /// The remarks that do not make the asset fail, each listed once.
    public var remarks: [Ledger.Remark] {
        var known: Set<Ledger.Remark> = []
        return plays.flatMap(\.remarks).filter { known.insert($0).inserted }
    }

    /// The subtitles of which at least one cue was shown.
    package var shownSubtitles: Set<MediaOption> { Set(plays.flatMap(\.shownSubtitles)) }

    /// The number of variant streams; `nil` for an asset without a multivariant playlist.
    public var variantCount: Int? { playlist?.variants.count }

    /// The multivariant playlist; `nil` for an asset without one.
    var playlist: MultivariantPlaylist? { plays.first?.playlist }

    /// The parts that the multivariant playlist announces and that were not played.
    ///
    /// Session data in files is a part. There is none if only some variant streams were surveyed.
    var unplayed: [UnplayedFile] = []

    /// Whether the survey was interrupted.
    package var wasInterrupted: Bool { plays.contains { $0.wasInterrupted } }
}
