import ContentProtection
package import HeadlessPlayback
import Playlists
import Transport

/// Sample media that was encrypted for a test, served by a loader.
package struct ProtectedMedia {
    package static let key = Array("the key of films".utf8)
    package static let secondKey = Array("another key used".utf8)
    package static let vector = [UInt8](repeating: 0x5A, count: 16)
    /// The attributes of an `EXT-X-KEY` whose key is in a licence for the content `film`.
    package static let licenceTag =
        "METHOD=SAMPLE-AES,URI=\"skd://film\",KEYFORMAT=\"com.apple.streamingkeydelivery\","
        + "KEYFORMATVERSIONS=\"1\""

    /// Every file of the asset, by its path relative to the folder of `index.m3u8`.
    package let files: [(name: String, bytes: [UInt8])]

    /// A loader that serves each file at every location that ends with the name of the file.
    package let loader: ScriptedLoader

    private init(files: [(String, [UInt8])]) {
        self.files = files.map { (name: $0.0, bytes: $0.1) }
        loader = ScriptedLoader(files.map { ($0.0, .bytes($0.1)) })
    }

    /// The video of the asset.
    package var video: Video { SampleMedia.single.video() }

    /// Returns ten seconds of transport stream in whole-segment encryption, with rotating keys.
    ///
    /// The first segment is clear, the next two have one key and implicit vectors, and the last two
    /// another key and an explicit vector.
    package static func rotatingAES128() throws -> ProtectedMedia {
        var text = "#EXTM3U\n#EXT-X-VERSION:5\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n"
        var files: [(String, [UInt8])] = [
            ("keys/one", key), ("keys/two", secondKey),
        ]
        for number in 0..<5 {
            let clear = try file("\(SampleMedia.single.folder)/segment-\(number).ts")
            var bytes = clear
            switch number {
            case 0: break
            case 1, 2:
                if number == 1 { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"keys/one\"\n" }
                bytes = try EncryptorWholeSegment.encrypt(
                    clear, key: key,
                    vector: [UInt8](repeating: 0, count: 15) + [UInt8(7 + number)])
            default:
                if number == 3 {
                    text += "#EXT-X-KEY:METHOD=AES-128,URI=\"keys/two\",IV=0x"
                    text += String(repeating: "5a", count: 16) + "\n"
                }
                bytes = try EncryptorWholeSegment.encrypt(clear, key: secondKey, vector: vector)
            }
            text += "#EXTINF:2,\nsegment-\(number).ts\n"
            files.append(("segment-\(number).ts", bytes))
        }
        files.append(("index.m3u8", Array((text + "#EXT-X-ENDLIST\n").utf8)))
        return ProtectedMedia(files: files)
    }

    /// Returns twelve seconds of fragments, encrypted with `cbcs` and the pattern 1:9.
    ///
    /// - Parameters:
    ///   - tag: The attributes of `EXT-X-KEY`.
    ///   - announces: Whether a multivariant playlist announces the key with `EXT-X-SESSION-KEY`.
    ///   - isEncrypted: Whether the fragments are really encrypted.
    /// - Returns: The asset.
    /// - Throws: When the asset cannot be read or encrypted.
    package static func cbcs(
        tag: String = licenceTag, announces: Bool = false, isEncrypted: Bool = true
    ) throws -> ProtectedMedia {
        let encryptor = EncryptorFragments(
            scheme: .cbcs, key: key, crypt: 1, skip: 9, vectorCount: 16)
        let folder = "\(SampleMedia.fragments.folder)/video-360p"
        let listed = try file("\(folder)/index.m3u8")
        let media = try file("\(folder)/media.mp4")
        guard case .media(let playlist) = try Playlist(parsing: listed) else {
            throw TransportError(url: folder, cause: .notFound)
        }
        var files: [(String, [UInt8])] = []
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:3\n#EXT-X-KEY:\(tag)\n"
        for index in playlist.segments.indices {
            let segment = playlist.segments[index]
            if index == 0, let range = segment.initializationSection?.byteRange {
                let clear = Array(media[Int(range.lowerBound)..<Int(range.upperBound)])
                files.append(
                    ("init.mp4", isEncrypted ? encryptor.initialization(clear) : clear))
                text += "#EXT-X-MAP:URI=\"init.mp4\"\n"
            }
            guard let range = segment.byteRange else { continue }
            let clear = Array(media[Int(range.lowerBound)..<Int(range.upperBound)])
            let name = "part-\(index).m4s"
            files.append((name, isEncrypted ? try encryptor.media(clear, video: [1]) : clear))
            text += "#EXTINF:\(segment.duration),\n\(name)\n"
        }
        text += "#EXT-X-ENDLIST\n"
        if announces {
            files.append(("media.m3u8", Array(text.utf8)))
            text = """
                #EXTM3U
                #EXT-X-SESSION-KEY:\(tag)
                #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.4d401e",RESOLUTION=640x360
                media.m3u8

                """
        }
        files.append(("index.m3u8", Array(text.utf8)))
        return ProtectedMedia(files: files)
    }

    private static func file(_ path: String) throws -> [UInt8] {
        try StandardLoader().load(ResourceRequest(url: path, kind: .segment)).body.bytes()
    }
}
