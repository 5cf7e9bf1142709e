import AssetChecking
import Linting
import Playlists
import VirtualTime

/// The findings of the rules about text in the versions of an asset's playlists.
///
/// A mistake usually remains in a playlist for several versions. It is reported only for the first
/// of these versions, and is not reported if the inspection of the asset has already found it.
struct VersionTexts {
    /// The identity of a finding in the versions of a playlist.
    private struct Key: Hashable {
        /// The fingerprint, which names the rule, the file and the element of the playlist.
        let fingerprint: String
        /// The media sequence number of the segment; `nil` when the finding concerns no segment.
        let number: Int?
    }

    /// The combination of a rule and a file.
    private struct Place: Hashable {
        let rule: LintRule
        let file: String
    }

    /// The maximum number of listed findings of a rule in a playlist; the others are only counted.
    static let mostFindings = 20
    /// The maximum number of stored findings and of stored files.
    ///
    /// Findings beyond the limit are counted again in each version that contains them.
    private static let mostStored = 1 << 16

    /// The rules about the end of a playlist, which are not checked here.
    ///
    /// Only the newest version can be the last version of the playlist, and the inspection of the
    /// asset checks that version.
    private static let rulesOfEnds: Set<String> = ["media.file-without-endlist"]

    /// The rules that are checked only after segments were removed from the playlist.
    ///
    /// At the start of a broadcast, a playlist does not have its full length yet.
    private static let rulesOfWindows: Set<String> = ["live.window-short", "live.window-six"]

    /// The rules that are not checked on a delta update.
    ///
    /// The skipped lines may include the lines that show whether the playlist follows these rules.
    private static let rulesOfWholeLists: Set<String> = [
        "ad.not-on-boundary", "cue.in-without-out", "define.unused", "key.ctr-outside-fmp4",
        "key.rotation-cost", "live.no-date", "media.empty", "media.iframe-no-initialization",
        "media.start-beyond-end", "media.start-near-live-edge", "media.target-far-above-longest",
        "part.no-date", "range.no-date", "range.outside-playlist", "range.scte35-in-without-out",
        "range.scte35-out-without-in", "range.start-missing", "segment.byterange-no-offset",
    ]

    /// The rule that forbids delta updates that were not offered or not requested.
    ///
    /// The request for a version is not known here, so only the offer is checked.
    private static let unrequestedSkip = "media.skip-unrequested"

    private let linter: AssetLinter
    private let event: String
    private var known: Set<Key> = []
    /// The lowest media sequence number in the earlier versions of each file.
    private var starts: [String: Int] = [:]
    private var counts: [Place: Int] = [:]
    private var last: [Place: Int] = [:]
    /// The findings, in the order of the versions.
    private(set) var breaches: [LintBreach] = []

    /// Prepares to check versions.
    ///
    /// - Parameters:
    ///   - result: The inspection of the asset, whose findings are known already.
    ///   - event: The event from whose start the instants of versions are counted, such as
    ///     `recording`.
    init(after result: InspectedAsset, during event: String) {
        linter = AssetLinter(result.profile)
        self.event = event
        let playlists = result.asset.map { [$0.main] + $0.playlists } ?? []
        for playlist in playlists where playlist.furtherUse == nil {
            let own = result.breaches.filter {
                $0.rule.measure == .text && $0.file == playlist.url
            }
            known.formUnion(keys(of: own, in: playlist))
        }
    }

    /// Checks a version, and keeps the findings that no earlier version had.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - instant: The instant at which the version arrived.
    mutating func check(_ version: LintedPlaylist, at instant: Instant) {
        let found = linter.lint(LintedAsset(main: version)).filter {
            isChecked($0.rule, in: version) && $0.file == version.url && $0.suppression == nil
        }
        let keys = keys(of: found, in: version)
        for (breach, key) in zip(found, keys) where !known.contains(key) {
            add(breach.dated(instant, afterStartOf: event))
        }
        if known.count < Self.mostStored { known.formUnion(keys) }
        if starts.count < Self.mostStored, let number = version.media?.mediaSequence {
            starts[version.url] = min(number, starts[version.url] ?? number)
        }
    }

    private mutating func add(_ breach: LintBreach) {
        let place = Place(rule: breach.rule, file: breach.file)
        counts[place, default: 0] += 1
        if counts[place, default: 0] > Self.mostFindings, let last = last[place] {
            breaches[last].more += 1 + breach.more
            return
        }
        last[place] = breaches.count
        breaches.append(breach)
    }

    private func isChecked(_ rule: LintRule, in version: LintedPlaylist) -> Bool {
        guard rule.measure == .text, !Self.rulesOfEnds.contains(rule.code) else { return false }
        guard let media = version.media else { return true }
        if Self.rulesOfWindows.contains(rule.code) {
            return starts[version.url].map { $0 < media.mediaSequence } ?? false
        }
        guard media.skipped != nil else { return true }
        if rule.code == Self.unrequestedSkip { return media.serverControl?.canSkipUntil == nil }
        return !Self.rulesOfWholeLists.contains(rule.code)
    }

    // MARK: Identity

    private func keys(of breaches: [LintBreach], in playlist: LintedPlaylist) -> [Key] {
        guard !breaches.isEmpty else { return [] }
        let fingerprints = FindingFingerprints(of: playlist)
        return breaches.map { breach in
            var single = breach
            // The number of further breaches changes from version to version, so it must not be
            // part of the key.
            single.more = 0
            return Key(
                fingerprint: fingerprints.fingerprint(of: single),
                number: breach.line.flatMap { Self.number(ofLine: $0, in: playlist) })
        }
    }

    /// Returns the media sequence number of the segment that a line belongs to.
    private static func number(ofLine line: Int, in playlist: LintedPlaylist) -> Int? {
        guard let media = playlist.media else { return nil }
        var places = media.segments.indices
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            guard let location = playlist.line(ofSegment: middle) else { return nil }
            places =
                location < line
                ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        let index = places.lowerBound
        guard index < media.segments.count,
            // For a line before the first segment, `index` is 0. The line belongs to that segment
            // only if it is not in the header of the playlist.
            index > 0 || playlist.position(ofLine: line) != nil
        else { return nil }
        return media.sequenceNumbers.lowerBound + index
    }
}

extension LintBreach {
    /// Returns the breach, with an instant at the start of its problem text.
    ///
    /// - Parameters:
    ///   - instant: The instant, which is stated in seconds.
    ///   - event: The event from whose start the instant is counted, such as `recording`.
    /// - Returns: The breach.
    func dated(_ instant: Instant, afterStartOf event: String) -> LintBreach {
        var breach = LintBreach(
            rule, severity, in: file, line: line, column: column, resource: resource,
            bytes: bytes, problem: "\(instant) s after the start of the \(event): \(problem)",
            expected: expected)
        breach.more = more
        return breach
    }
}
