import Containers
package import ContentProtection
import Formats
import HeadlessPlayback
package import Linting
import RunResults
import Sessions
package import Transport
package import VirtualTime

/// Loads an asset, measures its media, and checks the playlists and the media with rules.
package struct AssetInspector: Sendable {
    /// The profile, which selects the rules and determines their severities.
    package var profile: LintRule.Profile
    /// The rules that are checked.
    package var rules: [LintRule]
    /// Whether only playlists are read; media and other files are then not loaded.
    package var readsTextAlone = false
    /// Whether the media of interstitials is read too, unless only playlists are read.
    package var readsInterstitials = true
    /// The position up to which media is read; `nil` reads all of it.
    package var mediaLimit: MediaTime?
    /// Whether the media is decoded too, which takes many times as long.
    package var decodes = false
    /// The number of playlists whose media is read at the same time, at least 1.
    package var streamsAtOnce = 2
    /// A closure that creates the key systems for the keys of one playlist.
    package var makeKeySystems: @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] }
    /// Whether keys with key formats other than `identity` can be obtained.
    package var hasKeys = false
    /// Whether the inspected assets are assets of interstitials.
    private var isOfInterstitials = false
    /// The flag that ends the inspection when it is raised.
    package var cancellation = CancellationFlag()
    /// A closure that receives the duration of each inspected segment, as soon as it is inspected.
    ///
    /// The second argument is the total duration of all playlists.
    package var progress: @Sendable (MediaTime, MediaTime) -> Void = { _, _ in }

    /// The maximum size of a playlist, in bytes.
    private static let byteLimit: Int64 = 160 << 20
    /// The maximum size, in bytes, of other files that the playlists name.
    private static let fileLimit: Int64 = 4 << 20
    /// The maximum number of interstitials whose media is read.
    private static let mostInterstitials = 32

    /// Creates an inspector with all rules of a profile.
    ///
    /// - Parameter profile: The profile, which selects the rules.
    package init(_ profile: LintRule.Profile = .rfc) {
        self.profile = profile
        rules = LintRule.asset.filter { $0.isPart(of: profile) }
    }

    /// Inspects an asset.
    ///
    /// - Parameters:
    ///   - place: The path or address of the asset's playlist.
    ///   - loader: The source of bytes. It must cancel its own requests, because `cancellation`
    ///     does not cancel requests in progress.
    /// - Returns: The findings, and the rules that were checked.
    package func inspect(_ place: String, loader: any ResourceLoader) async -> InspectedAsset {
        let recorder = AnswerRecorder(loader)
        switch load(place, recorder) {
        case .result(let result): return result
        case .asset(var asset):
            let streams = readsTextAlone ? nil : await measurer(asset, recorder).measure()
            var interstitials: [InspectedAsset] = []
            let inspector = ofInterstitials
            for index in readableInterstitials(of: asset) {
                if play(&asset.files[index], loader) { continue }
                let found = await inspector.inspect(asset.files[index].url, loader: loader)
                asset.files[index].adopt(found)
                interstitials.append(found)
            }
            return result(place, asset, streams, recorder.answers, interstitials)
        }
    }

    /// Inspects an asset on the calling thread, one playlist after another.
    ///
    /// - Parameters:
    ///   - place: The path or address of the asset's playlist.
    ///   - loader: The source of bytes. It must cancel its own requests, because `cancellation`
    ///     does not cancel requests in progress.
    /// - Returns: The findings, and the rules that were checked.
    package func inspectInTurn(_ place: String, loader: any ResourceLoader) -> InspectedAsset {
        let recorder = AnswerRecorder(loader)
        switch load(place, recorder) {
        case .result(let result): return result
        case .asset(var asset):
            let streams = readsTextAlone ? nil : measurer(asset, recorder).measureInTurn()
            var interstitials: [InspectedAsset] = []
            let inspector = ofInterstitials
            for index in readableInterstitials(of: asset) {
                if play(&asset.files[index], loader) { continue }
                let found = inspector.inspectInTurn(asset.files[index].url, loader: loader)
                asset.files[index].adopt(found)
                interstitials.append(found)
            }
            return result(place, asset, streams, recorder.answers, interstitials)
        }
    }

    /// The loaded playlists, or the final result if the inspection cannot continue.
    private enum Loaded {
        case asset(LintedAsset)
        case result(InspectedAsset)
    }

    private func load(_ place: String, _ loader: AnswerRecorder) -> Loaded {
        if cancellation.isCancelled { return .result(interrupted(place)) }
        var asset: LintedAsset
        do throws(TransportError) {
            asset = try LintedAsset(at: LocalPath.url(place)) { url in
                var request = ResourceRequest(url: url, kind: .mediaPlaylist)
                request.maximumByteCount = Self.byteLimit
                return Result { () throws(TransportError) in
                    let response = try loader.load(request)
                    return (response.url, try response.body.bytes(limit: Self.byteLimit))
                }
            }
        } catch {
            if cancellation.isCancelled { return .result(interrupted(place)) }
            let reason = SafeText.line("\(error)", about: LocalPath.url(place))
            let words = "the asset cannot be loaded: \(reason)"
            return .result(unreachable(place, words))
        }
        // If requests were cancelled, the playlists that are missing for this reason are not
        // reported.
        if cancellation.isCancelled { return .result(interrupted(place)) }
        guard asset.main.isOfHLS else {
            let words = "the file at the address is not an HLS playlist"
            return .result(unreachable(place, words, by: LintCoverage.notAPlaylist))
        }
        asset.adoptTypes(of: loader.answers)
        if !readsTextAlone, !isOfInterstitials {
            let load = { (url: String) -> Result<[UInt8], TransportError> in
                var request = ResourceRequest(url: url, kind: .other)
                request.maximumByteCount = Self.fileLimit
                return Result { () throws(TransportError) in
                    try loader.load(request).body.bytes(limit: Self.fileLimit)
                }
            }
            asset.loadFiles(
                load, isLarge: { $0.cause == .tooLarge(limit: Self.fileLimit) },
                isMedia: { bytes in
                    let start = Array(bytes.prefix(ForeignContent.windowSize))
                    return ForeignContent.error(of: start, isEncrypted: false) == nil
                },
                finalURL: { url in loader.answers.first { $0.url == url }?.finalURL ?? url })
        }
        return .asset(asset)
    }

    private func result(
        _ place: String, _ asset: LintedAsset, _ streams: [MeasuredStream]?,
        _ answers: [AnsweredResource], _ interstitials: [InspectedAsset]
    ) -> InspectedAsset {
        let breaches = AssetLinter(profile).lint(asset, media: streams, answers: answers)
        let chosen = Set(rules)
        let errors = interstitials.flatMap(\.breaches).filter(Self.isErrorOfInterstitial).map {
            var breach = $0
            if Self.ratesOfInterstitials.contains(breach.rule.code) { breach.severity = .warning }
            return breach
        }
        var coverage = LintCoverage(
            of: rules, asset, media: streams, answers: answers, decoded: decodes)
        for found in interstitials { coverage.adopt(interstitial: found.coverage.omissions) }
        for breach in errors { coverage.adoptFinding(of: breach.rule) }
        var result = InspectedAsset(
            place: place, profile: profile,
            breaches: breaches.filter { chosen.contains($0.rule) } + errors, coverage: coverage)
        result.asset = asset
        result.streams = streams
        result.wasInterrupted = cancellation.isCancelled
        return result
    }

    // MARK: Interstitials

    /// An inspector for the assets of interstitials; their own interstitials are ignored.
    private var ofInterstitials: AssetInspector {
        var inspector = self
        inspector.isOfInterstitials = true
        // The total duration, of which the progress is a part, does not include interstitials.
        inspector.progress = { _, _ in }
        return inspector
    }

    /// Returns the indices of the interstitials whose media can be read, up to a limit.
    ///
    /// Interstitials that are single files are read completely, so a limit of media excludes them.
    private func readableInterstitials(of asset: LintedAsset) -> [Int] {
        guard readsInterstitials, !readsTextAlone, !isOfInterstitials else { return [] }
        let own = Set(([asset.main] + asset.playlists).flatMap { [$0.url, $0.listed] })
        let found = asset.files.indices.lazy.filter { index in
            let file = asset.files[index]
            let isFile = file.isMediaFile && mediaLimit == nil
            return (isFile || file.interstitialPlaylist != nil) && !own.contains(file.url)
        }
        return Array(found.prefix(Self.mostInterstitials))
    }

    /// Plays an interstitial that is a single media file, as `playctl verify` plays such a file.
    ///
    /// - Returns: Whether the interstitial is a single media file.
    private func play(_ file: inout SideFile, _ loader: any ResourceLoader) -> Bool {
        guard file.isMediaFile else { return false }
        var surveyor = AssetSurveyor()
        surveyor.loader = loader
        surveyor.cancellation = cancellation
        surveyor.options.verification = decodes ? .decode : .demux
        surveyor.makeProvider = { [makeKeySystems] in
            SessionChain.make(keySystems: makeKeySystems())
        }
        let video = Video(url: file.url, deliveryMethod: .file)
        let play = SurveyPlay(video, surveyor, choice: StreamChoice(variant: 0))
        guard !play.wasInterrupted else { return true }
        let verification = AssetVerifier(expecting: []).verify(SurveyedAsset([play]))
        let failures = verification.result.checks.compactMap { check -> String? in
            guard case .failed(let failure) = check.outcome else { return nil }
            return failure.problem ?? failure.found
        }
        file.adopt(play.history.duration, failure: failures.first)
        return true
    }

    /// Returns whether a breach by an interstitial is an error by a rule of the RFC.
    ///
    /// The rules of an authoring profile apply to a programme, not to its interstitials.
    private static func isErrorOfInterstitial(_ breach: LintBreach) -> Bool {
        breach.rule.severity == .error && breach.rule.profile == .rfc
    }

    /// The rules that an interstitial may break without making the asset fail.
    ///
    /// A bandwidth only guides the choice of a variant. In an interstitial, which is short and
    /// usually made by another party, a wrong bandwidth is only a warning.
    private static let ratesOfInterstitials: Set<String> = [
        "variant.peak-off", "variant.average-off", "variant.bandwidth-sum",
    ]

    private func measurer(
        _ asset: LintedAsset, _ loader: any ResourceLoader
    ) -> MediaMeasurer {
        var measurer = MediaMeasurer(asset, loader: loader)
        measurer.makeKeySystems = makeKeySystems
        measurer.hasKeys = hasKeys
        measurer.cancellation = cancellation
        measurer.limit = mediaLimit
        measurer.decodes = decodes
        measurer.streamsAtOnce = streamsAtOnce
        measurer.progress = progress
        return measurer
    }

    private func interrupted(_ place: String) -> InspectedAsset {
        var result = InspectedAsset(
            place: place, profile: profile, breaches: [],
            coverage: LintCoverage(without: rules, reason: "the run was interrupted"))
        result.wasInterrupted = true
        return result
    }

    /// Returns the result for an asset of which nothing can be read.
    ///
    /// It contains one finding, which is reported regardless of the selected rules.
    private func unreachable(
        _ place: String, _ problem: String, by rule: LintRule = LintCoverage.unreachable
    ) -> InspectedAsset {
        let breach = LintBreach(
            rule, rule.severity(in: profile), in: LocalPath.url(place), line: nil,
            problem: problem, expected: "a playlist that can be loaded")
        return InspectedAsset(
            place: place, profile: profile, breaches: [breach],
            coverage: LintCoverage(
                without: rules, found: rule,
                reason: rule == LintCoverage.unreachable
                    ? "the asset could not be loaded" : "the asset is not a playlist"))
    }
}

extension SideFile {
    /// Records that the single media file of the interstitial was read.
    fileprivate mutating func adopt(_ duration: MediaTime, failure: String?) {
        isMediaRead = true
        self.failure = failure
        if failure == nil { self.duration = duration }
    }

    /// Records that the media of the interstitial was inspected.
    fileprivate mutating func adopt(_ inspected: InspectedAsset) {
        guard let asset = inspected.asset, !inspected.wasInterrupted else { return }
        isMediaRead = true
        isEndless = asset.mediaPlaylists.contains { $0.media?.hasEndList == false }
        let first = asset.mediaPlaylists.first { !$0.isOfSubtitles && !$0.isOfIFrames }
        guard let media = first?.media, media.hasEndList else { return }
        duration = media.duration
    }
}
