public import Formats
import Transport

/// The answer of a playback service: a video or a playlist, and its JSON.
public struct PlaybackServiceAnswer: Hashable, Sendable {
    /// The object that an answer contains.
    public enum Content: Hashable, Sendable {
        /// A single video.
        case video(Video)
        /// A list of videos, from a playlist or a search.
        ///
        /// A malformed entry becomes a video with an error code, like a video that the service
        /// refuses.
        case playlist(VideoPlaylist)
    }

    /// The maximum number of videos in an answer.
    private static let mostVideos = 1000
    /// The maximum number of sources of a video; text tracks have the same maximum.
    private static let mostParts = 1000
    /// The maximum number of cue points of a video.
    private static let mostCuePoints = 10_000

    /// The error code of a video whose entry in a list is malformed.
    private static let malformedEntry = "MALFORMED_ENTRY"

    /// The video or the playlist in the answer.
    public private(set) var content: Content

    /// The JSON of the answer, unchanged.
    public let json: PropertyValue

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The HTTP status of the answer.
    ///   - body: The text of the answer.
    ///   - url: The location of the request.
    /// - Throws: `PlaybackServiceError` for a refusal, for a text that is not the JSON of the
    ///   requested kind of object, and for a video or playlist other than the requested one.
    public init(
        to request: PlaybackServiceRequest, status: Int, body: [UInt8], at url: String = ""
    ) throws(PlaybackServiceError) {
        let isSuccess = (200...299).contains(status)
        do throws(JSONError) {
            json = try JSONReader.read(body)
        } catch {
            // An error page of a proxy, which is not JSON, also counts as a refusal.
            guard isSuccess else { throw PlaybackServiceError(.api(status: status, []), at: url) }
            throw PlaybackServiceError(.json(error, body: body), at: url)
        }
        let refusals = PlaybackServiceRefusal.list(in: json)
        guard isSuccess, refusals.isEmpty else {
            throw PlaybackServiceError(.api(status: status, refusals), at: url)
        }
        do throws(JSONError) {
            content = try Self.content(of: json, isVideo: request.isForOneVideo)
        } catch {
            throw PlaybackServiceError(.json(error, body: body), at: url)
        }
        if case .video(let video) = content, video.hasError {
            let refusal = PlaybackServiceRefusal(
                code: video.errorCode ?? "", subcode: video.errorSubcode,
                message: video.errorMessage)
            throw PlaybackServiceError(.api(status: status, [refusal]), at: url)
        }
        if let other = mismatch(with: request.subject) {
            throw PlaybackServiceError(other, at: url)
        }
    }

    /// The video; `nil` for a list.
    public var video: Video? {
        if case .video(let video) = content { video } else { nil }
    }

    /// The list of videos; `nil` if the answer contains a single video.
    public var playlist: VideoPlaylist? {
        if case .playlist(let playlist) = content { playlist } else { nil }
    }

    /// Records in each video the service that supplied it.
    mutating func set(_ provenance: VideoProvenance) {
        switch content {
        case .video(var video):
            video.provenance = provenance
            content = .video(video)
        case .playlist(var playlist):
            for index in playlist.videos.indices {
                playlist.videos[index].provenance = provenance
            }
            content = .playlist(playlist)
        }
    }

    // MARK: Reading

    private static func content(
        of json: PropertyValue, isVideo: Bool
    ) throws(JSONError) -> Content {
        guard json.object != nil else {
            let kind = isVideo ? "a video" : "a list of videos"
            throw JSONError(.unexpected(expected: "the object of \(kind)"))
        }
        if isVideo {
            let video = try Video(entry: json, path: "")
            try check(video, path: "")
            return .video(video)
        }
        guard let entries = json["videos"] else { throw JSONError(.missing, at: "videos") }
        guard let count = entries.array?.count, count <= mostVideos else {
            let expected = "a list of at most \(mostVideos) videos"
            throw JSONError(.unexpected(expected: expected), at: "videos")
        }
        return .playlist(try VideoPlaylist(answer: json, read: listedVideo))
    }

    /// Reads an entry of a list; a malformed entry becomes a video with an error code.
    ///
    /// Such an entry does not affect the other entries.
    private static func listedVideo(
        _ entry: PropertyValue, path: String
    ) throws(JSONError) -> Video {
        do throws(JSONError) {
            let video = try Video(entry: entry, path: path)
            try check(video, path: "\(path).")
            return video
        } catch {
            // An entry without a list of sources is not a malformed video: it makes the whole
            // answer invalid.
            guard entry["sources"]?.array != nil else { throw error }
            var video = Video(errorCode: malformedEntry, message: SafeText.line("\(error)"))
            for key in [
                Video.PropertyKey.id, Video.PropertyKey.referenceID, Video.PropertyKey.name,
            ] {
                let text = entry[key]?.string ?? entry[key]?.integer.map { "\($0)" }
                video.properties[key] = text.map(PropertyValue.string)
            }
            return video
        }
    }

    /// Checks the lists, the custom fields and the location lifetime of a video.
    ///
    /// Each list must not be too long. Sources must not refer to local files, each text track must
    /// be an object, and the custom fields and the lifetime of the locations must have valid
    /// values.
    private static func check(_ video: Video, path: String) throws(JSONError) {
        func require(_ count: Int, _ limit: Int, _ member: String) throws(JSONError) {
            guard count > limit else { return }
            throw JSONError(
                .unexpected(expected: "a list of at most \(limit) elements"), at: path + member)
        }
        try require(video.sources.count, mostParts, "sources")
        for (index, source) in video.sources.enumerated()
        where ResourceScheme(of: source.url).isLocal {
            // A remote catalogue must not refer to local files.
            throw JSONError(
                .unexpected(expected: "the location of a server"),
                at: "\(path)sources[\(index)].src")
        }
        try require(video.textTracks.count, mostParts, "text_tracks")
        try require(video.cuePoints.count, mostCuePoints, "cue_points")
        for (index, track) in video.textTracks.enumerated() where track.object == nil {
            throw JSONError(
                .unexpected(expected: "the object of a text track"),
                at: "\(path)text_tracks[\(index)]")
        }
        if let fields = video.properties[Video.PropertyKey.customFields], fields.object == nil {
            throw JSONError(
                .unexpected(expected: "an object"), at: path + Video.PropertyKey.customFields)
        }
        if video.properties[Video.PropertyKey.manifestTTL] != nil, video.manifestTTL == nil {
            throw JSONError(
                .unexpected(expected: "a positive number of seconds"),
                at: path + Video.PropertyKey.manifestTTL)
        }
    }

    /// Returns the error if the received object is not the requested one; `nil` otherwise.
    private func mismatch(
        with subject: PlaybackServiceRequest.Subject
    ) -> PlaybackServiceError.Cause? {
        let (wanted, key): (String, String)
        switch subject {
        case .video(let id), .playlist(let id): (wanted, key) = (id, Video.PropertyKey.id)
        case .videoReference(let id), .playlistReference(let id):
            (wanted, key) = (id, Video.PropertyKey.referenceID)
        case .search: return nil
        }
        guard let found = json[key], !found.isNull else { return nil }
        let text = found.string ?? found.integer.map { "\($0)" } ?? ""
        return text == wanted ? nil : .mismatch(expected: wanted, found: text)
    }
}
