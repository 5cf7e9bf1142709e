import CommandTree
import HeadlessPlayback
import PlaybackCommands
import Scenarios
import Transport

/// Reads scenario files, in the same way for every verb.
enum ScenarioSource {
    /// The size limit of a scenario file in bytes.
    static let sizeLimit: Int64 = 16 << 20

    /// Reads a scenario.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - root: The folder relative to which the scenario is named; `nil` uses only the file name.
    ///   - allowsNetwork: Whether the scenario may refer to servers.
    ///   - hosts: The hosts to which requests may be sent.
    /// - Returns: The scenario that the file describes.
    /// - Throws: `ScenarioFileError` for a file that is unreadable or not a scenario.
    static func read(
        _ path: String, root: String? = nil, allowsNetwork: Bool, hosts: HostOptions
    ) throws(ScenarioFileError) -> Scenario {
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try self.bytes(of: path, hosts)
        } catch {
            throw unreadable(path, "\(error.cause)", underlying: error)
        }
        if bytes.starts(with: "#EXTM3U".utf8) {
            throw unreadable(path, "a playlist, not a scenario; 'playctl play' plays it")
        }
        return try ScenarioFile.scenario(
            from: bytes, path: path, root: root, allowsNetwork: allowsNetwork,
            loader: hosts.loader(), environment: SystemCalls.environment)
    }

    private static func bytes(
        of path: String, _ hosts: HostOptions
    ) throws(TransportError) -> [UInt8] {
        var request = ResourceRequest(url: path, kind: .other)
        request.maximumByteCount = sizeLimit
        return try InterruptibleLoader(hosts).load(request).body.bytes(limit: sizeLimit)
    }

    /// Returns the tags of a file that is not a valid scenario; `nil` if they cannot be read.
    static func tags(_ path: String, hosts: HostOptions) -> [String]? {
        (try? bytes(of: path, hosts)).flatMap { ScenarioFile.tags(in: $0) }
    }

    /// Returns the error for a file that is not read at all.
    static func unreadable(
        _ path: String, _ problem: String, underlying: TransportError? = nil
    ) -> ScenarioFileError {
        ScenarioFileError(
            .unreadable(problem), file: path, line: 1, column: 1, path: "", underlying: underlying)
    }
}
