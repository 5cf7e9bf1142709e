import Formats
import Playlists
import Sessions
import Transport
import VirtualTime

/// A part of an asset that its multivariant playlist announces and that a survey does not play.
struct UnplayedFile: Sendable {
    /// The name of the part, such as `I-frame playlist 1 (50k)`.
    let name: String
    /// The URI as the playlist states it; `nil` for a part within other files.
    let uri: String?
    /// The code of the check that fails when the file cannot be loaded.
    let code: String
    /// The reason why the contents are not read; `nil` if playback does not concern them.
    var reason: String?
    /// The error with which the file could not be loaded; `nil` if it was loaded or not requested.
    var failure: TransportError?

    /// The code of the check that playlists can be loaded.
    static let playlistCode = "set.unreachable"

    /// Lists the parts that a survey has not read, and the session data in files.
    ///
    /// - Parameters:
    ///   - playlist: The multivariant playlist.
    ///   - streams: The streams that were read.
    /// - Returns: The parts in the order: renditions, I-frames, images, session data.
    static func list(
        _ playlist: MultivariantPlaylist, besides streams: [SurveyedStream]
    ) -> [UnplayedFile] {
        var files = playlist.renditions.compactMap { rendition in
            reason(unread: rendition, of: playlist, streams).map { reason in
                UnplayedFile(
                    name: SurveyObserver.name(
                        of: rendition.kind, rendition.name, group: rendition.groupID, playlist),
                    uri: rendition.kind == .closedCaptions ? nil : rendition.uri,
                    code: playlistCode, reason: reason)
            }
        }
        files += playlist.iFrameVariants.enumerated().map { place, variant in
            UnplayedFile(
                name: "I-frame playlist \(place + 1) (\(variant.words))", uri: variant.uri,
                code: playlistCode,
                reason: "I-frame playlists are read only by 'playctl lint' or --lint")
        }
        files += playlist.imagePlaylists.enumerated().map { place, uri in
            UnplayedFile(
                name: "image playlist \(place + 1) (\(PlaceText.cut(SafeText.url(uri))))",
                uri: uri.isEmpty ? nil : uri, code: playlistCode,
                reason: "image playlists are read only by 'playctl lint' or --lint")
        }
        files += playlist.sessionData.compactMap { data in
            data.uri.map { uri in
                UnplayedFile(
                    name: "session data \(SafeText.quoted(data.dataID))", uri: uri,
                    code: "session-data.\(data.format == .json ? "not-json" : "unreachable")")
            }
        }
        return files
    }

    /// Returns the reason why a rendition was not read.
    ///
    /// It is `nil` if the rendition was read, possibly as a part of variant streams.
    private static func reason(
        unread rendition: Rendition, of playlist: MultivariantPlaylist, _ streams: [SurveyedStream]
    ) -> String? {
        if rendition.kind == .closedCaptions {
            return playlist.variants.contains { $0.closedCaptionsGroup == rendition.groupID }
                ? "closed captions are looked for in the video only by 'playctl lint' or --lint"
                : "no variant stream names its group \(SafeText.quoted(rendition.groupID))"
        }
        guard let uri = rendition.uri else { return nil }
        if rendition.kind == .video {
            // A VIDEO rendition often has the same playlist as a variant stream. The playlist is
            // then read with the variant stream.
            return playlist.variants.contains { $0.uri == uri }
                ? nil : "VIDEO renditions are read only by 'playctl lint' or --lint"
        }
        let key = StreamKey.rendition(
            rendition.kind, group: rendition.groupID, name: rendition.name,
            language: rendition.language)
        guard !streams.contains(where: { $0.key == key }) else { return nil }
        let isNamed = playlist.variants.contains {
            (rendition.kind == .audio ? $0.audioGroup : $0.subtitlesGroup) == rendition.groupID
        }
        return isNamed
            ? "no variant stream that names its group was read to its end"
            : "no variant stream names its group \(SafeText.quoted(rendition.groupID)), and only"
                + " 'playctl lint' or --lint reads it"
    }
}

/// Requests the unplayed files of an asset, to find those that are missing.
struct UnplayedFileRequests {
    /// The number of files without a usable response after which no further file is requested.
    ///
    /// Otherwise, each file on an unreachable host would cost another timeout.
    private static let mostTemporaryFailures = 3
    /// The number of attempts for a file whose failure may be temporary.
    private static let mostAttempts = 3

    let loader: any ResourceLoader
    let cancellation: CancellationFlag

    /// Requests the files.
    ///
    /// The multivariant playlist is requested first: its server may set cookies that the files
    /// need, and may redirect it. If it is not available again, no other file is requested.
    ///
    /// - Parameters:
    ///   - files: The files, whose failures are set.
    ///   - playlist: The location of the multivariant playlist that names them.
    func request(_ files: inout [UnplayedFile], namedBy playlist: String) {
        guard files.contains(where: { $0.uri != nil }) else { return }
        guard case .success(let base) = load(playlist, .multivariantPlaylist, referrer: nil) else {
            for index in files.indices where files[index].reason == nil {
                files[index].reason = "the multivariant playlist is not available again"
            }
            return
        }
        var results: [String: Result<String, TransportError>] = [:]
        var temporaryFailures = 0
        for index in files.indices {
            guard let uri = files[index].uri, !cancellation.isCancelled,
                temporaryFailures < Self.mostTemporaryFailures
            else { continue }
            let url = URIReference.resolve(uri, against: base)
            let isPlaylist = files[index].code == UnplayedFile.playlistCode
            let result =
                results[url] ?? load(url, isPlaylist ? .mediaPlaylist : .other, referrer: base)
            results[url] = result
            guard case .failure(let error) = result else { continue }
            switch error.cause {
            // A file that is too large to be read is not missing.
            case .cancelled, .tooLarge: continue
            case .unsupportedScheme: files[index].reason = files[index].reason ?? "\(error.cause)"
            default: files[index].failure = error
            }
            if SessionError.transport(error).mayPass { temporaryFailures += 1 }
        }
    }

    /// Loads a file, and returns its location after redirects.
    private func load(
        _ url: String, _ kind: ResourceKind, referrer: String?
    ) -> Result<String, TransportError> {
        let request = ResourceRequest(
            url: url, kind: kind, referrer: referrer, cancellation: cancellation)
        var attempt = 1
        while true {
            do throws(TransportError) {
                return .success(try loader.load(request).url)
            } catch {
                guard SessionError.transport(error).mayPass, attempt < Self.mostAttempts else {
                    return .failure(error)
                }
                attempt += 1
            }
        }
    }
}
