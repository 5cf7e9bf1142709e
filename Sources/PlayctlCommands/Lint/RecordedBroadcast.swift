import AssetChecking
import CommandTree
import Formats
import Linting
import Playlists
import Recordings
import Transport
import VirtualTime

/// A recording with several versions of an asset's playlists, for `playctl lint --versions`.
///
/// Each version of each playlist is checked with the rules about playlist text. Each version is
/// also compared with the version before it, and checked with the rules about changes. The recorded
/// responses and media are checked with the rules about responses and media.
struct RecordedBroadcast {
    /// The state of one playlist after the versions that were recorded up to an instant.
    private struct Line {
        /// The newest version, completed with the segments that a delta update skips.
        var complete: MediaPlaylist
        var bytes: [UInt8]
        var issued: Instant
        var count = 1
    }

    private let folder: String
    private let recording: Recording
    private let playlists: [RecordedPlaylist]
    private let options: LintOptions
    private let loader: any ResourceLoader

    /// Reads a recording; `nil` when there is no recording at the path.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - options: The options of `playctl lint`.
    ///   - loader: The loader of files.
    /// - Throws: ``CommandFailure`` when the recording cannot be read.
    init?(
        _ folder: String, _ options: LintOptions, loader: any ResourceLoader
    ) throws(CommandFailure) {
        let path = "\(folder)/\(RecordingText.fileName)"
        // A path without a readable file of recorded lines is not a recording. Such a path is
        // inspected as an asset, and the inspection reports an unreadable path.
        guard !ResourceScheme(of: folder).isRemote, let text = try? FileBytes.read(path) else {
            return nil
        }
        do throws(RecordingError) {
            recording = try Recording(text)
        } catch {
            throw CommandFailure(file: folder, error)
        }
        self.folder = folder
        self.options = options
        self.loader = loader
        playlists = recording.playlists(in: folder, with: loader)
    }

    /// Checks all versions and changes of each playlist, and the recorded responses and media.
    ///
    /// - Throws: ``CommandFailure`` when the recording does not contain the asset's own playlist.
    func inspect() async throws(CommandFailure) -> InspectedAsset {
        let asset = try newest()
        let answers = recording.answers(of: asset)
        let media =
            recording.header.hasBodies && !options.readsTextAlone
            ? await RecordedMedia(
                asset, merged(asset), of: recording, in: folder, options, loader: loader) : nil
        var result = InspectedAsset(
            place: folder, profile: options.profile,
            breaches: AssetLinter(options.profile).lint(asset, media: nil, answers: answers)
                + (media?.breaches(options.profile) ?? []),
            coverage: LintCoverage(
                of: options.rules, media?.asset ?? asset, media: media?.streams,
                answers: answers, decoded: options.decodes, withoutMedia: lackOfMedia))
        result.asset = asset
        result.wasInterrupted = Interruption.hasHappened
        let lost = compare(asset, into: &result)
        result.breaches.removeAll { !options.isChosen($0.rule) }
        result.ignored.removeAll { !options.isChosen($0.breach.rule) }
        options.grade(&result)
        for (location, count) in lost { result.fail(toRead: count, versionsOf: location) }
        result.failOn = options.failOn
        return result
    }

    /// The reason why no media is read.
    private var lackOfMedia: String {
        recording.header.hasBodies ? "no media was read" : "the recording has no bodies of media"
    }

    /// Returns the merged segments of all versions, by the location of the playlist.
    private func merged(_ asset: LintedAsset) -> [String: MergedVersions] {
        var versions: [String: MergedVersions] = [:]
        for version in playlists {
            guard let bytes = version.bytes,
                let media = linted(version, bytes, of: asset).media
            else { continue }
            versions[version.location, default: MergedVersions()].add(bytes, media)
        }
        return versions
    }

    // MARK: The newest version

    private struct Lack: Error, CustomStringConvertible {
        let description: String
    }

    private func newest() throws(CommandFailure) -> LintedAsset {
        var asset: LintedAsset
        do throws(Lack) {
            asset = try LintedAsset(at: recording.header.location) {
                (url: String) -> Result<(url: String, bytes: [UInt8]), Lack> in
                let location = recording.location(of: url)
                let last = playlists.last {
                    $0.requested == location && $0.bytes.map { !Recording.isDelta($0) } ?? false
                }
                if let last, let bytes = last.bytes {
                    return .success((last.location, bytes))
                }
                let reason = recording.lack(of: location) ?? "no complete version was recorded"
                return .failure(Lack(description: reason))
            }
        } catch {
            throw CommandFailure(.failed, "\(folder): no playlist of the asset: \(error)")
        }
        var types: [String: String] = [:]
        for version in playlists { types[version.location] = version.contentType }
        asset.adopt(types: types)
        for index in asset.missing.indices {
            let location = recording.location(of: asset.missing[index].url)
            // A missing playlist is a fault only if its request failed. Otherwise, the player may
            // simply not have requested it.
            asset.missing[index].isFault = recording.responses.contains { response in
                response.location == location && response.outcome.isFault
            }
        }
        return asset
    }

    // MARK: Versions

    /// Checks the text of each version of a playlist, and compares it with the version before it.
    ///
    /// - Returns: The playlists with damaged or absent versions, each with the count of these
    ///   versions.
    private func compare(
        _ asset: LintedAsset, into result: inout InspectedAsset
    ) -> [(location: String, count: Int)] {
        var lines: [String: Line] = [:]
        var watch = BroadcastWatch()
        if let list = asset.main.multivariant, !RecordingMask.hidesLocations(in: list) {
            watch = BroadcastWatch(of: list, at: asset.main.url)
        }
        var lost: [String: Int] = [:]
        var counts: [String: Int] = [:]
        var texts = VersionTexts(after: result, during: "recording")
        let rules = LintRule.asset.filter { $0.measure == .versions } + [.renditions]
        func add(_ found: [LintBreach], at instant: Instant) {
            for breach in found where rules.contains(breach.rule) || breach.rule.measure == .text {
                let key = "\(breach.rule.code) \(breach.file)"
                counts[key, default: 0] += 1 + breach.more
                guard counts[key, default: 0] <= VersionTexts.mostFindings else {
                    let last = result.breaches.lastIndex {
                        $0.rule == breach.rule && $0.file == breach.file
                    }
                    if let last { result.breaches[last].more += 1 + breach.more }
                    continue
                }
                result.breaches.append(breach.dated(instant, afterStartOf: "recording"))
            }
        }
        for version in playlists {
            guard let bytes = version.bytes else {
                lost[version.location, default: 0] += 1
                continue
            }
            guard lines[version.location]?.bytes != bytes else {
                lines[version.location]?.issued = version.start
                continue
            }
            let playlist = linted(version, bytes, of: asset)
            texts.check(playlist, at: version.end)
            guard let media = playlist.media else { continue }
            guard var line = lines[version.location] else {
                // A delta update cannot be completed without the version before it.
                guard media.skipped == nil else { continue }
                lines[version.location] = Line(
                    complete: media, bytes: bytes, issued: version.start)
                // A playlist is not watched if its first version has `EXT-X-ENDLIST`. It cannot
                // change, and other rules compare ended playlists with each other.
                guard !media.hasEndList else { continue }
                let findings = watch.take(
                    media, at: version.requested, base: version.location, named: version.location,
                    isText: playlist.isOfSubtitles, after: nil, at: version.end)
                add(Self.breaches(findings, options.profile), at: version.end)
                continue
            }
            add(
                VersionRules(options.profile, from: line.complete, to: playlist).breaches(),
                at: version.end)
            let complete =
                media.skipped == nil ? media : try? line.complete.merging(delta: media)
            guard let complete else { continue }
            let findings = watch.take(
                complete, at: version.requested, base: version.location, named: version.location,
                isText: playlist.isOfSubtitles, after: line.issued, at: version.end)
            add(Self.breaches(findings, options.profile), at: version.end)
            line.complete = complete
            line.bytes = bytes
            line.issued = version.start
            line.count += 1
            lines[version.location] = line
        }
        result.breaches += texts.breaches
        if watch.examined.contains(.renditions), options.isChosen(.renditions) {
            result.coverage.adoptWatch([.renditions], lacking: [])
        }
        let sorted = lost.sorted { $0.key < $1.key }.map { (location: $0.key, count: $0.value) }
        state(lines.mapValues(\.count), sorted, rules, in: &result)
        return sorted
    }

    private func linted(
        _ version: RecordedPlaylist, _ bytes: [UInt8], of asset: LintedAsset
    ) -> LintedPlaylist {
        let role = asset.playlists.first { $0.url == version.location }?.role ?? .main
        var playlist = LintedPlaylist(
            bytes, url: version.location, role: role,
            variables: role == .main ? [:] : asset.main.multivariant?.variables ?? [:])
        playlist.contentType = version.contentType
        return playlist
    }

    private static func breaches(
        _ findings: [LintFinding], _ profile: LintRule.Profile
    ) -> [LintBreach] {
        findings.map { finding in
            let rule = finding.assetRule
            let found = SafeText.line(finding.found)
            return LintBreach(
                rule, rule.severity(in: profile), in: finding.playlist, line: 1,
                problem: finding.rule == .reports ? "a report states \(found)" : found,
                expected: SafeText.line(finding.expected))
        }
    }

    /// Adds to the result the playlists whose changes could not be checked.
    ///
    /// A playlist is added if it has no second version, or if some of its versions are damaged or
    /// absent. The recording itself is added if it ends early. Each entry states the reason.
    private func state(
        _ counts: [String: Int], _ lost: [(location: String, count: Int)], _ rules: [LintRule],
        in result: inout InspectedAsset
    ) {
        let media = result.asset?.mediaFiles.map(\.url) ?? []
        let missing = result.asset?.missing.map(\.url) ?? []
        let lacking = media.filter { counts[$0, default: 0] < 2 } + missing
        if lacking.count < media.count + missing.count {
            result.coverage.adoptVersions(
                lacking: lacking, because: "the recording has no second version of the playlist")
        }
        for (location, count) in lost {
            result.coverage.omit(
                location, "\(count) recorded versions are damaged or absent", of: rules)
        }
        if let reason = recording.end.reason {
            result.coverage.omit(folder, "the recording ends early: \(reason)", of: rules)
        }
    }
}

extension RecordedResponse.Outcome {
    /// Whether a server refused the request, or could not be reached.
    fileprivate var isFault: Bool {
        if case .response = self { return false }
        return true
    }
}
