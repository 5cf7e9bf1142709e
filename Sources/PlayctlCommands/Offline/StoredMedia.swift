import AssetChecking
import CommandTree
import HeadlessPlayback
import OfflineDownloads
import PlaybackCommands
import Playlists
import Sessions
import Transport

/// The result of examining the media files of a complete download, and its licences with them.
struct StoredMedia {
    /// The unusable or incomplete files, and the playlists that cannot be used or lack their audio.
    ///
    /// A playlist of audio or text also cannot be used if it is more than a target duration shorter
    /// than the video, as in the rule `set.duration` of `playctl lint`, unless short subtitles are
    /// accepted. The list is incomplete after an interruption.
    private(set) var findings: [PackageVerification.Finding] = []
    /// The error of a licence whose key decrypts nothing; `nil` if no such licence was found.
    private(set) var licenceDamage: OfflineError?
    /// The messages about accepted subtitles that are shorter than the video.
    private var shortSubtitles: [String] = []
    /// Whether samples of audio or video have proven a key, by the URI of the key.
    private var keyProofs: [String: Bool] = [:]
    /// The records of the examined files that are media, by name.
    private var media: [String: StoredFile] = [:]
    /// The playlists of the download.
    private var texts: [PackagePlan.Text] = []
    /// The names of the files with a finding.
    private var found: Set<String> = []

    /// Examines a download.
    ///
    /// - Parameters:
    ///   - token: The token of a complete download.
    ///   - folder: The store.
    ///   - catalogue: The catalogue of the store.
    ///   - broken: The names of files that are known to be damaged, and are not examined.
    ///   - earlier: The result of an earlier examination. A file that was found to be media is not
    ///     examined again, unless it or a playlist has changed.
    ///   - knowsDurations: Whether the engine of this process has completed the download, and has
    ///     therefore compared the durations of segments without keys.
    ///   - acceptsShortSubtitles: Whether subtitles that are shorter than the video are remarks.
    /// - Throws: When the catalogue cannot be read.
    init(
        of token: OfflineVideoToken, in folder: StoreFolder, by catalogue: Catalogue,
        besides broken: Set<String> = [], after earlier: StoredMedia? = nil,
        knowsDurations: Bool = false, acceptsShortSubtitles: Bool
    ) throws(StoreError) {
        guard try folder.hasPackage(token), let package = try folder.package(token) else { return }
        texts = try catalogue.texts(of: token)
        let known = earlier?.texts == texts ? earlier?.media ?? [:] : [:]
        if !known.isEmpty { keyProofs = earlier?.keyProofs ?? [:] }
        var resources: [String: StoredResource] = [:]
        var sound: Set<String> = []
        for resource in try catalogue.resources(of: token) {
            let name = resource.resource.name
            resources[package.url(of: name)] = resource
            if let file = known[name], file == resource.file {
                sound.insert(package.url(of: name))
                media[name] = file
            }
        }
        let licences = try StoredLicences(
            of: token, in: folder, by: catalogue, with: KeyOptions().licensing())
        let damaged = Set(broken.map { package.url(of: $0) })
        let audible = audiblePlaylists
        var main: (duration: MediaTime, target: MediaTime)?
        for track in try catalogue.tracks(of: token) {
            guard let text = texts.first(where: { $0.name == track.playlistName })?.text,
                case .media(let playlist)? = try? Playlist(parsing: Array(text.utf8)),
                let check = try? ContainerCheck(
                    playlist, url: package.url(of: track.playlistName), licences: licences,
                    loader: StandardLoader(), cancellation: Interruption.flag)
            else {
                add(track.playlistName, nil, .unusableRecord("it is not a media playlist"))
                continue
            }
            let target = playlist.targetDuration ?? .zero
            if track.kind == .main { main = (track.duration, target) }
            // A text file without segments has the duration of its only file.
            let hasSegments = track.kind != .subtitles || playlist.segments.count > 1
            if let main, hasSegments,
                main.duration - track.duration > max(main.target, target)
            {
                let words = "has \(track.duration) s, and the video has \(main.duration) s"
                if track.kind == .subtitles, acceptsShortSubtitles {
                    shortSubtitles.append("\(track.playlistName) \(words)")
                } else {
                    let hint = track.kind == .subtitles ? PlayCommand.shortSubtitlesHint : ""
                    add(track.playlistName, nil, .unusableRecord("it \(words)\(hint)"))
                }
            }
            let result = check.run(
                besides: damaged, and: sound,
                requiresAudio: track.kind == .audio || audible.contains(track.playlistName),
                hasMedia: track.kind != .subtitles, knowsDurations: knowsDurations)
            if result.hasUnusableLicence, licenceDamage == nil {
                let cause = result.licenceProblem.map { ": \($0)" } ?? ""
                licenceDamage = OfflineError(
                    .invalidLicense,
                    "its key decrypts none of the segments of \(track.playlistName)\(cause)")
            }
            if track.kind != .subtitles { keyProofs.merge(result.keyProofs) { $0 || $1 } }
            for finding in result.findings {
                if let file = resources[finding.url] {
                    add(file.resource.name, file.ordinal, .notMedia(finding.reason))
                } else {
                    add(track.playlistName, nil, .unusableRecord(finding.reason))
                }
            }
            for url in result.media {
                guard let resource = resources[url] else { continue }
                media[resource.resource.name] = resource.file
            }
        }
    }

    /// The remarks about the download, one line each.
    ///
    /// They are about keys that no sample proves, and about accepted subtitles that are too short.
    var remarks: [String] {
        shortSubtitles
            + keyProofs.filter { !$0.value }.keys.sorted().map(KeyProofRecord.words)
    }

    /// The names of the playlists that must have audio, because audio renditions are part of them.
    private var audiblePlaylists: Set<String> {
        guard let text = texts.first(where: { $0.name == PackagePlan.topName })?.text,
            case .multivariant(let playlist)? = try? Playlist(parsing: Array(text.utf8)),
            let variant = playlist.variants.first, let group = variant.audioGroup
        else { return [] }
        return Set(
            playlist.renditions(.audio, groupID: group).map { $0.uri ?? variant.uri })
    }

    private mutating func add(_ name: String, _ ordinal: Int?, _ damage: FileDamage) {
        guard found.insert(name).inserted else { return }
        findings.append(PackageVerification.Finding(name: name, ordinal: ordinal, damage: damage))
    }
}
