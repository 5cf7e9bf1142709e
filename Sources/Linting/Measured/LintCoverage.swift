import Formats
import Playlists

/// A part of an asset that was not inspected, and the rules affected.
package struct LintOmission: Equatable, Sendable {
    /// The location of the playlist.
    package let file: String
    /// The part that was not inspected and the reason, on one line.
    package let reason: String
    /// The rules that were not checked on the part.
    package let rules: [LintRule]
    /// Whether the caller asked to exclude the part.
    package let isWanted: Bool
    /// Whether the part is a side file, such as an interstitial, and not a playlist of the asset.
    package let isOfSideFile: Bool
    /// Whether the part is text in a format that is never read.
    package let isOfOtherText: Bool

    /// Creates an omission.
    package init(
        file: String, reason: String, rules: [LintRule], isWanted: Bool = false,
        isOfSideFile: Bool = false, isOfOtherText: Bool = false
    ) {
        self.file = file
        self.reason = reason
        self.rules = rules
        self.isWanted = isWanted
        self.isOfSideFile = isOfSideFile
        self.isOfOtherText = isOfOtherText
    }
}

/// The extent to which each rule was checked on an asset: completely, in part, or not at all.
package struct LintCoverage: Sendable {
    /// A rule that was not checked at all.
    package struct Unchecked: Sendable {
        /// The rule.
        package let rule: LintRule
        /// The reason why the rule was not checked, on one line.
        package let reason: String
    }

    /// The playlists on which a rule is not checked because they may still change.
    struct Lack {
        /// The reason, on one line.
        let reason: String
        /// The locations of the playlists, or of the playlist that names them.
        let files: [String]
        /// Whether the rule is checked on no other playlist.
        let isTotal: Bool
    }

    /// The rule that requires all playlists of an asset to be loadable.
    package static let unreachable =
        LintRule.named("set.unreachable") ?? LintRule.asset[LintRule.asset.startIndex]

    /// The rule that requires a file to be a playlist.
    package static let notAPlaylist = LintRule.named("text.not-a-playlist") ?? unreachable

    /// The rules that were checked completely.
    package private(set) var checked: [LintRule] = []
    /// The rules that were checked on only a part of the relevant playlists or media.
    package private(set) var partly: [LintRule] = []
    /// The rules that were not checked.
    package private(set) var unchecked: [Unchecked] = []
    /// Whether no rule was checked, not even in part.
    package var isEmpty: Bool { checked.isEmpty && partly.isEmpty }
    /// The parts that were not inspected.
    package private(set) var omissions: [LintOmission] = []

    /// Determines the coverage of an asset.
    ///
    /// - Parameters:
    ///   - rules: The rules that were to be checked.
    ///   - asset: The playlists.
    ///   - streams: The media of the playlists; `nil` when only playlists were read.
    ///   - answers: The headers of server responses.
    ///   - decoded: Whether the media was also decoded.
    ///   - lack: The reason why no media was read.
    package init(
        of rules: [LintRule], _ asset: LintedAsset, media streams: [MeasuredStream]?,
        answers: [AnsweredResource] = [], decoded: Bool = false,
        withoutMedia lack: String = "no media was read"
    ) {
        let built = rules.filter(\.isBuilt)
        var unread: [LintRule: String] = [:]
        for missing in asset.missing {
            let reason = missing.isFault ? "the playlist could not be loaded" : missing.reason
            add(missing.url, reason, built) { $0 != Self.unreachable }
        }
        for playlist in [asset.main] + asset.playlists where playlist.furtherUse == nil {
            if playlist.text.isCut {
                let reason =
                    "only the first \(PlaylistText.mostTags) tags and"
                    + " \(PlaylistText.mostOddLines) unusual lines of the text were checked"
                add(playlist.url, reason, built) { $0.measure != .media }
            }
            for gate in TagGate.closed(in: playlist) {
                add(playlist.url, gate.reason, built) { gate.concerns($0) }
            }
            guard case .failure = playlist.parsed else { continue }
            let reason = "the playlist cannot be parsed"
            add(playlist.url, reason, built) { !RuleScope($0).isAboutText }
            guard playlist.role == .main else { continue }
            for rule in built where !RuleScope(rule).isAboutText { unread[rule] = reason }
        }
        if let streams {
            let read = Dictionary(streams.map { ($0.key, $0) }) { first, _ in first }
            for playlist in asset.mediaPlaylists {
                add(playlist, read[playlist.key], asset, built)
            }
            for rule in built where rule.measure.isOfMedia && unread[rule] == nil {
                unread[rule] = reason(for: rule, asset, read)
            }
            addSideFiles(of: asset, built)
        }
        let listsImages = asset.main.multivariant?.imagePlaylists.isEmpty == false
        if listsImages, !asset.files.contains(where: { $0.kind == .imagePlaylist }) {
            add(asset.main.url, "image playlists were not read", built, isWanted: streams == nil) {
                $0 == Self.unreachable
            }
        }
        let comparison = LiveSetComparison(asset)
        let unended = UnendedPlaylists(asset)
        for rule in built where streams != nil || !rule.measure.isOfMedia {
            for lack in [comparison.lack(of: rule), unended.lack(of: rule)].compactMap(\.self) {
                if lack.isTotal {
                    unread[rule] = unread[rule] ?? lack.reason
                } else {
                    for file in lack.files { add(file, lack.reason, [rule]) { _ in true } }
                }
            }
        }
        if answers.count >= AnsweredResource.mostKept {
            let reason =
                "only the first \(AnsweredResource.mostKept) answers of servers were checked"
            add(asset.main.url, reason, built) { $0.measure == .answers }
        }
        let partial = Set(omissions.flatMap(\.rules))
        for rule in rules {
            if let obstacle = rule.obstacle {
                unchecked.append(Unchecked(rule: rule, reason: obstacle))
            } else if rule.measure.isOfMedia, streams == nil {
                unchecked.append(Unchecked(rule: rule, reason: lack))
            } else if rule.measure == .decoded, !decoded {
                unchecked.append(Unchecked(rule: rule, reason: "no media was decoded"))
            } else if WatchedRules.all.contains(rule) || LintRule.origin.contains(rule) {
                unchecked.append(Unchecked(rule: rule, reason: "the broadcast was not watched"))
            } else if rule.measure == .versions {
                unchecked.append(Unchecked(rule: rule, reason: "one version was read"))
            } else if rule.measure == .answers, answers.isEmpty {
                unchecked.append(Unchecked(rule: rule, reason: "no server answered"))
            } else if rule.measure == .answers, RuleScope(rule).isAboutMediaAnswers,
                !answers.contains(where: { $0.kind == .media })
            {
                unchecked.append(Unchecked(rule: rule, reason: "no media was read"))
            } else if let reason = unread[rule] {
                unchecked.append(Unchecked(rule: rule, reason: reason))
            } else if partial.contains(rule) {
                partly.append(rule)
            } else {
                checked.append(rule)
            }
        }
    }

    /// Records that a version of the asset was compared with the previous version.
    ///
    /// - Parameters:
    ///   - lacking: The locations of the playlists of which fewer than two versions are available.
    ///   - reason: The reason why these playlists could not be compared.
    package mutating func adoptVersions(
        lacking: [String],
        because reason: String = "no complete playlist of the version before is known"
    ) {
        let rules = unchecked.map(\.rule).filter(VersionRules.rules.contains)
        adopt(rules, lacking: lacking, reason)
    }

    /// Records that the rules about changes over time did not inspect a part of an asset.
    ///
    /// - Parameters:
    ///   - file: The location of the playlist.
    ///   - reason: The reason.
    ///   - rules: The rules about changes over time. A rule that was checked completely then counts
    ///     as checked in part.
    package mutating func omit(_ file: String, _ reason: String, of rules: [LintRule]) {
        omit(LintOmission(file: file, reason: reason, rules: rules))
    }

    /// Records that parts of an interstitial were not inspected.
    package mutating func adopt(interstitial omissions: [LintOmission]) {
        for omission in omissions { omit(omission, isOfSideFile: true) }
    }

    private mutating func omit(_ omission: LintOmission, isOfSideFile: Bool = false) {
        let concerned = omission.rules.filter { checked.contains($0) || partly.contains($0) }
        add(
            omission.file, omission.reason, concerned, isWanted: omission.isWanted,
            isOfSideFile: isOfSideFile, isOfOtherText: omission.isOfOtherText
        ) { _ in true }
        partly += concerned.filter(checked.contains)
        checked.removeAll(where: concerned.contains)
    }

    /// Records that a live broadcast was watched.
    ///
    /// - Parameters:
    ///   - rules: The rules that were checked, which can include rules about the origin. The
    ///     coverage lists all of them, including rules that were not selected.
    ///   - lacking: The locations of the playlists of which no newer version arrived.
    package mutating func adoptWatch(_ rules: [LintRule], lacking: [String]) {
        adopt(rules, lacking: lacking, "no newer version came while the broadcast was watched")
        unchecked = unchecked.map { item in
            if WatchedRules.ofOrigin.contains(item.rule) {
                return Unchecked(rule: item.rule, reason: item.rule.lackOfEvidence)
            }
            let watched = rules.first { WatchedRules.counterparts(of: $0).contains(item.rule) }
            guard let watched else { return item }
            return Unchecked(rule: item.rule, reason: "the watch checked \(watched.code)")
        }
    }

    /// Records that a breach of a rule was found, even if the rule was not selected.
    package mutating func adoptFinding(of rule: LintRule) {
        guard !checked.contains(rule), !partly.contains(rule) else { return }
        unchecked.removeAll { $0.rule == rule }
        checked.append(rule)
    }

    private mutating func adopt(_ rules: [LintRule], lacking: [String], _ reason: String) {
        let new = rules.filter { !checked.contains($0) && !partly.contains($0) }
        unchecked.removeAll { new.contains($0.rule) }
        for url in lacking { add(url, reason, new) { _ in true } }
        if lacking.isEmpty { checked += new } else { partly += new }
    }

    /// Creates the coverage of an asset of which nothing was inspected.
    ///
    /// - Parameters:
    ///   - rules: The rules that should have been checked.
    ///   - found: A rule of which a breach was found nevertheless; it may be outside `rules`.
    ///   - reason: The reason why nothing was inspected.
    package init(without rules: [LintRule], found: LintRule? = nil, reason: String) {
        if let found { checked.append(found) }
        for rule in rules where rule != found {
            unchecked.append(Unchecked(rule: rule, reason: rule.obstacle ?? reason))
        }
    }

    // MARK: Omissions

    private mutating func add(
        _ file: String, _ reason: String, _ rules: [LintRule], isWanted: Bool = false,
        isOfSideFile: Bool = false, isOfOtherText: Bool = false,
        where concerns: (LintRule) -> Bool
    ) {
        let concerned = rules.filter(concerns)
        guard !concerned.isEmpty else { return }
        omissions.append(
            LintOmission(
                file: file, reason: reason, rules: concerned, isWanted: isWanted,
                isOfSideFile: isOfSideFile, isOfOtherText: isOfOtherText))
    }

    /// Adds omissions for side files that were not read, and for the media of interstitials.
    private mutating func addSideFiles(of asset: LintedAsset, _ rules: [LintRule]) {
        let interstitials = asset.files.filter {
            $0.kind == .advertisement && !$0.isMediaRead && ($0.bytes != nil || $0.isMediaFile)
        }
        for playlist in asset.mediaFiles {
            let own = interstitials.filter { $0.playlist == playlist.url }
            guard let first = own.first else { continue }
            let name = SafeText.quoted(PlaceText.lastPart(of: first.url))
            let words = own.count == 1 ? "the interstitial" : "\(own.count) interstitials, from"
            add(
                playlist.url, "the media of \(words) \(name) is not read", rules,
                isOfSideFile: true
            ) { RuleScope($0).isAboutReading }
        }
        if asset.unreadImageCount > 0 {
            let count = asset.files.count(where: \.isImage) + asset.unreadImageCount
            let reason = "\(asset.unreadImageCount) of \(count) images for previews were not read"
            add(asset.main.url, reason, rules, isOfSideFile: true) {
                ["segment.missing-file", "segment.unreadable"].contains($0.code)
            }
        }
        guard asset.unreadFileCount > 0 else { return }
        let fileCount = asset.files.count { !$0.isImage } + asset.unreadFileCount
        let reason =
            "\(asset.unreadFileCount) of \(fileCount) files that playlists name were not read"
        add(asset.main.url, reason, rules, isOfSideFile: true) { RuleScope($0).isAboutSideFiles }
    }

    private mutating func add(
        _ playlist: LintedPlaylist, _ stream: MeasuredStream?, _ asset: LintedAsset,
        _ rules: [LintRule]
    ) {
        let concerned = rules.filter { RuleScope($0).isJudged(by: playlist, of: asset) }
        func note(_ coverage: inout LintCoverage, _ reason: String, isWanted: Bool = false) {
            coverage.add(playlist.url, reason, concerned, isWanted: isWanted) {
                !RuleScope($0).isAboutReading
            }
        }
        guard let stream, stream.omission == nil else {
            return note(&self, stream?.omission ?? "the media was not read")
        }
        if let ending = stream.ending { note(&self, ending, isWanted: stream.endsAtLimit) }
        let count = playlist.media?.segments.count ?? 0
        if let media = playlist.media, count == 0, !media.hasEndList, media.skipped == nil,
            media.trailingParts.isEmpty
        {
            note(&self, "no segment is listed")
        }
        func words(_ lost: [MeasuredSegment], _ reason: String) -> String {
            let uri = lost.first.flatMap { playlist.media?.segments[$0.index].uri } ?? ""
            let place = playlist.shownName(of: uri)
            return "\(lost.count) of \(count) segments, from \(place) on: \(reason)"
        }
        var reasons: [String] = []
        for segment in stream.segments where segment.isLost {
            let reason = segment.omission ?? "the segment could not be read"
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        for reason in reasons {
            let lost = stream.segments.filter {
                $0.isLost && ($0.omission ?? "the segment could not be read") == reason
            }
            note(&self, words(lost, reason))
        }
        if playlist.isOfSubtitles, stream.segments.contains(where: \.hasUnreadText) {
            add(
                playlist.url, "the subtitles are not WebVTT, and their cues are not read",
                concerned, isOfOtherText: true
            ) { RuleScope($0).isAboutCues }
        }
        let unread = stream.partials.filter { $0.omission != nil }
        if let reason = unread.first?.omission {
            add(playlist.url, "\(unread.count) parts: \(reason)", concerned) {
                $0.code.hasPrefix("part.")
            }
        }
        var names: [String] = []
        for name in stream.segments.flatMap(\.unread) where !names.contains(name) {
            names.append(name)
        }
        for name in names.prefix(16) {
            let reason = "a stream that is announced was not read: \(SafeText.line(name))"
            add(playlist.url, reason, concerned, where: { RuleScope($0).isAboutStreams })
        }
    }

    /// Returns the reason why a rule about media was not checked at all.
    ///
    /// The result is `nil` when the rule was checked, or the asset has no media that the rule
    /// inspects.
    private func reason(
        for rule: LintRule, _ asset: LintedAsset, _ streams: [LintedPlaylist.Key: MeasuredStream]
    ) -> String? {
        guard !RuleScope(rule).isAboutReading else { return nil }
        let judges = asset.mediaPlaylists.filter { RuleScope(rule).isJudged(by: $0, of: asset) }
        let isUnread = judges.allSatisfy { playlist in
            streams[playlist.key]?.segments.contains { !$0.isLost } != true
                && playlist.media?.segments.isEmpty == false
        }
        guard !judges.isEmpty, isUnread else { return nil }
        return omissions.first { $0.rules.contains(rule) }?.reason
    }
}
