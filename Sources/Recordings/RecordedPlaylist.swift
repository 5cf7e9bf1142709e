import OfflineDownloads
package import Transport
package import VirtualTime

/// A version of a playlist in a recording.
package struct RecordedPlaylist: Sendable {
    /// The location without delivery directives and secrets, after redirects.
    package let location: String
    /// The location of the request, without delivery directives and secrets.
    package let requested: String
    /// The instant of the request, counted from the start of the recording.
    package let start: Instant
    /// The instant at which the response was complete.
    package let end: Instant
    /// The media type that the server stated.
    package let contentType: String?
    /// The bytes of the playlist; `nil` if the body was not kept or is damaged.
    package let bytes: [UInt8]?

    /// Returns a location without delivery directives.
    package static func plain(_ location: String) -> String { DirectiveQuery(location).plain }
}

extension Recording {
    /// Returns the versions of all playlists in the order in which they arrived.
    ///
    /// - Parameters:
    ///   - folder: The path of the recording.
    ///   - loader: The loader that reads the files.
    /// - Returns: The versions of the playlists at all locations, in one list.
    package func playlists(
        in folder: String, with loader: any ResourceLoader
    ) -> [RecordedPlaylist] {
        responses.compactMap { response in
            guard response.kind.isPlaylist, case .response(let content) = response.outcome else {
                return nil
            }
            return RecordedPlaylist(
                location: DirectiveQuery(content.finalLocation ?? response.location).plain,
                requested: DirectiveQuery(response.location).plain, start: response.start,
                end: response.end, contentType: content.contentType,
                bytes: content.bytes(in: folder, with: loader))
        }
    }

    /// Returns the reason why a location has no recorded response; `nil` if there is a response.
    ///
    /// If the location was requested more than once, only the last request counts.
    ///
    /// - Parameter location: The location without delivery directives and secrets.
    /// - Returns: The reason in words.
    package func lack(of location: String) -> String? {
        let own = responses.filter { DirectiveQuery($0.location).plain == location }
        guard let last = own.last else { return "this playlist was never recorded" }
        switch last.outcome {
        case .response: return nil
        case .refused(let status, _): return "the status was \(status)"
        case .failed(let reason): return reason
        }
    }
}

extension RecordedResponse.Response {
    /// Returns the body; `nil` when it was not kept or is damaged.
    ///
    /// - Parameters:
    ///   - folder: The path of the recording.
    ///   - loader: The loader that reads the files.
    /// - Returns: The bytes of the body.
    package func bytes(in folder: String, with loader: any ResourceLoader) -> [UInt8]? {
        guard isKept else { return nil }
        var file = ResourceRequest(
            url: "\(folder)/\(RecordingText.bodyFolder)/\(fileName)", kind: .other)
        file.maximumByteCount = max(Int64(byteCount), 1)
        let bytes = try? loader.load(file).body.bytes(limit: file.maximumByteCount)
        guard let bytes, bytes.count == byteCount, Checksum.of(bytes) == checksum else {
            return nil
        }
        return bytes
    }
}
