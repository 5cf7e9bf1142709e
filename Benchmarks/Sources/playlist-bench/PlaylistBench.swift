import Foundation
import Playlists

/// Parses one playlist file several times and prints the fastest time in seconds.
///
///     playlist-bench FILE [ROUNDS]
@main
enum PlaylistBench {
    static func main() throws {
        guard CommandLine.arguments.count > 1 else {
            print("usage: playlist-bench FILE [ROUNDS]")
            exit(2)
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
        let bytes = [UInt8](data)
        let rounds = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2]) ?? 1 : 1
        let clock = ContinuousClock()
        var fastest = Duration.seconds(3600)
        var segments = 0
        for _ in 0..<rounds {
            fastest = min(
                fastest,
                try clock.measure {
                    guard case .media(let playlist) = try Playlist(parsing: bytes) else { return }
                    segments = playlist.segments.count
                })
        }
        let seconds =
            Double(fastest.components.attoseconds) / 1e18 + Double(fastest.components.seconds)
        print(seconds, segments)
    }
}
