import Containers
import Foundation
import HeadlessPlayback
import Playlists
import Testing

/// The output of FFprobe, as a reference for the output of this package.
enum FFprobe {
    /// One packet in the output of `ffprobe -show_packets`.
    struct Packet {
        let stream: Int
        let type: String
        let pts: Double?
        let dts: Double?
        let duration: Double?
        let size: Int
        let isKey: Bool
        let md5: String
    }

    /// Whether the tool is installed.
    static let isInstalled =
        (try? Playctl(command: ["/usr/bin/env", "ffprobe", "-version"]))?
        .wait().status == 0

    /// Returns the packets of a file.
    static func packets(of file: String) throws -> [Packet] {
        let run = try Playctl(command: [
            "/usr/bin/env", "ffprobe", "-v", "quiet", "-show_packets", "-show_data_hash", "md5",
            "-of", "json", file,
        ]).wait()
        let packets = try #require(try run.object["packets"] as? [[String: Any]])
        return try packets.map { packet in
            func text(_ key: String) throws -> String { try #require(packet[key] as? String) }
            func seconds(_ key: String) -> Double? { (packet[key] as? String).flatMap(Double.init) }
            let type = try text("codec_type")
            return Packet(
                stream: try #require(packet["stream_index"] as? Int),
                type: type == "data" ? "timedMetadata" : type,
                pts: seconds("pts_time"), dts: seconds("dts_time"),
                duration: seconds("duration_time"), size: try #require(Int(try text("size"))),
                isKey: try text("flags").contains("K"),
                md5: String(try text("data_hash").dropFirst("MD5:".count)))
        }
    }

    /// Returns the packets of each segment, read together with its initialization section.
    static func segments(of path: String) throws -> [(domain: Int, packets: [Packet])] {
        let folder = ScratchFolder()
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        func bytes(_ uri: String, _ range: Range<Int64>?) throws -> Data {
            let all = try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(uri)"))
            return range.map { all[Int($0.lowerBound)..<Int($0.upperBound)] } ?? all
        }
        let text = try Data(contentsOf: URL(fileURLWithPath: path))
        guard case .media(let playlist) = try Playlist(parsing: Array(text)) else { return [] }
        var domain = 0
        return try playlist.segments.map { segment in
            if segment.startsDiscontinuity { domain += 1 }
            var media = Data()
            if let section = segment.initializationSection {
                media += try bytes(section.uri, section.byteRange)
            }
            media += try bytes(segment.uri, segment.byteRange)
            let suffix = segment.uri.split(separator: ".").last ?? ""
            return (domain, try packets(of: try folder.put(media, at: "segment.\(suffix)")))
        }
    }
}
