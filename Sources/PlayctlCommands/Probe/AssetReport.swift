import AssetChecking
import CommandTree
import Containers
import ContentProtection
import Formats
import HeadlessPlayback
import PlaybackCommands
import Sessions

/// The contents of an asset: its playlists, and the first segment of each rendition.
struct AssetReport {
    /// The data about one rendition.
    struct Entry {
        let rendition: ProbedAsset.Rendition
        /// The contents of the rendition's first segment; `nil` when the segment was not read.
        let segment: DemuxedSegment?
        /// The reason why the rendition's media was not read.
        ///
        /// `nil` when the media was read, or when the attempt to read it failed.
        let reasonForNotReading: String?
    }

    /// The result of reading the first segment.
    private enum Look {
        case segment(DemuxedSegment, url: String)
        case notRead(String)
    }

    private let asset: ProbedAsset
    private let keys: AssetKeys
    private let looksIntoEncrypted: Bool
    private let demuxer: DemuxerChoice
    private var entries: [Entry] = []
    /// The messages about parts of the asset that could not be read.
    private(set) var failures: [String] = []

    /// Inspects an asset.
    ///
    /// - Parameters:
    ///   - asset: The asset.
    ///   - keys: The keys of encrypted segments.
    ///   - looksIntoEncrypted: Whether keys are requested so that encrypted segments can be read;
    ///     if not, the report only states that media is encrypted.
    ///   - demuxer: The demuxer for media containers.
    init(
        _ asset: ProbedAsset, keys: AssetKeys, looksIntoEncrypted: Bool,
        demuxer: DemuxerChoice = .automatic
    ) {
        self.demuxer = demuxer
        self.asset = asset
        self.keys = keys
        self.looksIntoEncrypted = looksIntoEncrypted
        do throws(CommandFailure) {
            for rendition in try asset.renditions() {
                look(at: rendition)
                failures += rendition.lostLines
            }
        } catch {
            failures.append(error.message)
        }
    }

    private mutating func look(at rendition: ProbedAsset.Rendition) {
        do throws(SessionError) {
            switch try firstSegment(of: rendition) {
            case .segment(let segment, let url):
                entries.append(
                    Entry(rendition: rendition, segment: segment, reasonForNotReading: nil))
                let damages = segment.problems.filter(\.isDamage)
                // Damage to the container is preferred, because it explains more than damage to one
                // track.
                let worst = damages.first { $0.track == nil } ?? damages.first
                guard let damage = worst else { return }
                throw SessionError.damaged(MediaDamage(damage), url: url)
            case .notRead(let reason):
                entries.append(
                    Entry(rendition: rendition, segment: nil, reasonForNotReading: reason))
            }
        } catch {
            if !entries.contains(where: { $0.rendition.url == rendition.url }) {
                entries.append(
                    Entry(rendition: rendition, segment: nil, reasonForNotReading: nil))
            }
            failures.append("\(error)")
        }
    }

    private func firstSegment(
        of rendition: ProbedAsset.Rendition
    ) throws(SessionError) -> Look {
        let input: SegmentInput
        var url = rendition.url
        if let media = rendition.media {
            guard media.timeline.count > 0 else { throw .emptyPlaylist(url: rendition.url) }
            guard let first = media.segments.first(where: { !$0.segment.isGap }) else {
                return .notRead("all segments are gaps")
            }
            if !looksIntoEncrypted {
                var encryption = first.segment.keys.first?.method.rawValue
                if encryption == nil {
                    encryption = try SegmentInput.unlistedEncryption(
                        first.segment, of: media, loader: asset.loader)
                }
                if let encryption { return .notRead(Self.missingKey(encryption)) }
            }
            url = media.location(of: first.segment)
            input = try SegmentInput(first, of: media, loader: asset.loader, keys: keys)
        } else {
            input = try SegmentInput(
                file: url, loader: asset.loader, keys: looksIntoEncrypted ? keys : nil)
            if !looksIntoEncrypted,
                let encryption = SegmentDecryptor.encryption(of: input.media)
            {
                return .notRead(Self.missingKey(encryption))
            }
        }
        let demuxer = SegmentDemuxer(level: .demux, demuxer: demuxer)
        let isFile = rendition.media == nil
        let segment = Result { () throws(ContainerError) in
            isFile
                ? try demuxer.demuxFile(input.media, hint: SegmentJob.hint(for: url))
                : try demuxer.demux(
                    initialization: input.initialization, media: input.media,
                    hint: SegmentJob.hint(for: url))
        }
        try input.check()
        do throws(ContainerError) {
            return .segment(try segment.get(), url: url)
        } catch {
            throw .container(error, url: url)
        }
    }

    private static func missingKey(_ encryption: String) -> String {
        "encrypted (\(encryption)), and keys are only loaded with --key, --key-uri or"
            + " --key-server"
    }

    // MARK: Text

    /// The report as human-readable text.
    var text: String {
        var text = asset.playlist.map { PlaylistSummary($0).text } ?? "media file\n"
        for entry in entries {
            text += "\(SafeText.joinedLines(entry.rendition.name))\n"
            if let media = entry.rendition.media, asset.isMultivariant {
                text += MediaPlaylistText(media.playlist).lines.map { $0 + "\n" }.joined()
                for problem in media.playlist.problems {
                    text += "  problem    \(SafeText.joinedLines("\(problem)"))\n"
                }
            }
            if let reason = entry.reasonForNotReading { text += "  not read   \(reason)\n" }
            guard let segment = entry.segment else { continue }
            text += "  container  \(segment.format.rawValue)\n"
            for track in segment.tracks {
                text += "  track      \(SafeText.joinedLines(Self.line(of: track)))\n"
            }
            for problem in segment.problems {
                text += "  problem    \(SafeText.joinedLines(problem.text))\n"
            }
        }
        return text
    }

    private static func line(of track: DemuxedTrack) -> String {
        let description = track.description
        var parts = ["\(description.kind.rawValue)", description.codecString ?? "unknown codec"]
        if let width = description.width, let height = description.height {
            parts.append("\(width)x\(height)")
        }
        if let rate = description.frameRate {
            parts.append("\((rate.perSecond * 1000).rounded() / 1000) fps")
        }
        if let rate = description.sampleRate { parts.append("\(rate) Hz") }
        if let channels = description.channels { parts.append("\(channels) channels") }
        if let language = description.language { parts.append(language) }
        return parts.joined(separator: "  ")
    }

    // MARK: JSON

    /// Returns the report as a JSON object on one line, with its line break.
    ///
    /// - Parameter brokenRules: The number of rules that the playlists break; `nil` omits the
    ///   number.
    /// - Returns: The JSON line in UTF-8.
    func jsonLine(brokenRules: Int?) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            if let playlist = asset.playlist {
                PlaylistSummary(playlist).write(&json)
            } else {
                json.member("kind", "file")
            }
            json.key("media")
            json.array { json in for entry in entries { Self.write(entry, &json) } }
            json.member("failures", failures)
            if let brokenRules { json.member("rulesBroken", brokenRules) }
        }
        json.endLine()
        return json.bytes
    }

    private static func write(_ entry: Entry, _ json: inout JSONText) {
        json.object { json in
            json.member("name", entry.rendition.name)
            json.member("url", SafeText.url(entry.rendition.url))
            if let media = entry.rendition.media {
                json.key("playlist")
                json.object { PlaylistSummary(.media(media.playlist)).write(&$0) }
            }
            json.optional("notRead", entry.reasonForNotReading)
            guard let segment = entry.segment else { return }
            json.member("container", segment.format.rawValue)
            json.key("tracks")
            json.array { json in for track in segment.tracks { write(track, &json) } }
            json.member("containerProblems", segment.problems.map(\.text))
        }
    }

    private static func write(_ track: DemuxedTrack, _ json: inout JSONText) {
        let description = track.description
        json.object { json in
            json.member("type", description.kind.rawValue)
            json.optional("codec", description.codecString)
            json.optional("width", description.width)
            json.optional("height", description.height)
            json.optional("sampleRate", description.sampleRate)
            json.optional("channels", description.channels)
            json.optional("language", description.language)
        }
    }
}

extension ProbedAsset {
    /// Whether the asset is a multivariant playlist.
    fileprivate var isMultivariant: Bool {
        if case .multivariant = playlist { return true }
        return false
    }
}
