import HeadlessPlayback
import Playlists
import Sessions
import TestSupport

/// A correct asset, from which tests remove parts.
struct Specimen: Sendable {
    /// A stream of the asset, with the choice that selects it for playback.
    struct Stream: Sendable {
        /// The choice that selects the stream; `nil` for an asset with only one stream.
        let choice: StreamChoice?
        /// The path of the stream's playlist; `nil` for a single file.
        let playlist: String?
        /// The media files in the order of the playlist; a file of several segments is listed once.
        let files: [MediaFile]
    }

    /// A file of a stream.
    struct MediaFile: Sendable {
        let path: String
        /// The ranges of the segments; the whole file where the playlist does not name a range.
        var segments: [Range<Int>]
        /// The range of the initialization section in the file, if it has one.
        var initialization: Range<Int>?
        let isEncrypted: Bool
    }

    let name: String
    let path: String
    let streams: [Stream]
    /// Keys by location and by identifier, if the asset needs keys that it does not contain.
    var keys: [String: [UInt8]] = [:]

    /// Reads an asset: its playlists and the names of their files.
    init(_ name: String, path: String, keys: [String: [UInt8]] = [:]) {
        self.name = name
        self.path = path
        self.keys = keys
        guard path.hasSuffix(".m3u8") else {
            let file = MediaFile(
                path: path, segments: [0..<fileBytes(path).count], initialization: nil,
                isEncrypted: false)
            streams = [Stream(choice: nil, playlist: nil, files: [file])]
            return
        }
        switch try? Playlist(parsing: fileBytes(path)) {
        case .media(let playlist):
            streams = [Stream(choice: nil, playlist: path, files: Self.files(playlist, path))]
        case .multivariant(let playlist): streams = Self.streams(playlist, path)
        case nil: streams = []
        }
    }

    private static func streams(_ playlist: MultivariantPlaylist, _ path: String) -> [Stream] {
        var streams: [Stream] = []
        func add(_ uri: String, _ choice: StreamChoice) {
            let place = URIReference.resolve(uri, against: path)
            guard case .media(let media)? = try? Playlist(parsing: fileBytes(place)) else { return }
            streams.append(
                Stream(choice: choice, playlist: place, files: files(media, place)))
        }
        for (number, variant) in playlist.variants.enumerated() {
            add(variant.uri, StreamChoice(variant: number))
        }
        for rendition in playlist.renditions {
            guard let uri = rendition.uri else { continue }
            var choice = StreamChoice(variant: 0)
            switch rendition.kind {
            case .audio: choice.audio = MediaOption(rendition)
            case .subtitles: choice.subtitles = MediaOption(rendition)
            default: continue
            }
            add(uri, choice)
        }
        return streams
    }

    private static func files(_ playlist: MediaPlaylist, _ path: String) -> [MediaFile] {
        var files: [MediaFile] = []
        func file(_ uri: String, isEncrypted: Bool) -> Int {
            let place = URIReference.resolve(uri, against: path)
            if let known = files.firstIndex(where: { $0.path == place }) { return known }
            files.append(
                MediaFile(
                    path: place, segments: [], initialization: nil, isEncrypted: isEncrypted))
            return files.count - 1
        }
        for segment in playlist.segments {
            let isEncrypted = segment.keys.contains { $0.method == .aes128 }
            let place = file(segment.uri, isEncrypted: isEncrypted)
            let whole = 0..<fileBytes(files[place].path).count
            let range = segment.byteRange.map { Int($0.lowerBound)..<Int($0.upperBound) }
            files[place].segments.append(range ?? whole)
            if let section = segment.initializationSection {
                let place = file(section.uri, isEncrypted: false)
                let whole = 0..<fileBytes(files[place].path).count
                let range = section.byteRange.map { Int($0.lowerBound)..<Int($0.upperBound) }
                files[place].initialization = range ?? whole
            }
        }
        return files
    }

    /// The provider of the sessions in which the asset is played.
    var provider: any SessionProvider {
        var systems: [any KeySystem] = [IdentityKeySystem()]
        if !keys.isEmpty { systems.insert(GivenKeySystem(byLocation: keys), at: 0) }
        return SessionChain.make(keySystems: systems)
    }
}

extension Specimen {
    /// The project's samples, and the fixtures that are single files.
    static let all: [Specimen] = {
        var specimens = [
            "single", "id3", "pts-wrap", "discontinuity", "packed-audio", "ts-multivariant",
            "cmaf-byteranges", "markers", "protected-aes128",
        ].map { Specimen($0, path: "\(SampleMedia.folder)/\($0)/index.m3u8") }
        let digits = Array(ProtectedSample.key.utf8)
        let key = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        specimens.append(
            Specimen(
                "protected-cbcs", path: ProtectedSample.cbcs.path,
                keys: [ProtectedSample.keyURI: key]))
        specimens.append(Specimen("progressive", path: SampleMedia.progressive.path))
        let fixtures = "\(SampleMedia.folder)/../../Tests/Fixtures/Containers"
        specimens.append(Specimen("clip", path: "\(fixtures)/clip.mp4"))
        return specimens
    }()
}
