package import Playlists
import Presentation
package import Transport
import VirtualTime

/// A playlist and its location.
package struct LoadedPlaylist: Sendable {
    package let playlist: Playlist
    /// The absolute location, after redirects.
    package let url: String
    /// The time that the response spent in caches, according to its `Age` header field.
    package var cachedFor = Duration.zero
    /// Descriptions of the changes that faults have made to the playlist.
    package var alterations: [String] = []
    /// Whether later versions of the playlist may list other segments.
    ///
    /// The value is determined from the original playlist, before any fault has changed it.
    var isOfBroadcast = false
    /// The time that the load took.
    package var elapsed = Duration.zero

    /// Returns the instants at which a load that has just ended began and ended.
    func load(endingAt now: Instant) -> ClosedRange<Instant> {
        now.advanced(by: .zero - elapsed)...now
    }

    /// The reason why the playlist cannot be the first version that a session loads.
    ///
    /// `nil` for a playlist that lists all of its segments.
    var refusal: SessionError? {
        guard case .media(let media) = playlist, let count = media.skipped?.count, count > 0 else {
            return nil
        }
        let reason = "it skips \(count) segments, and no earlier version is known"
        return .playlist(PlaylistError(.deltaMismatch(reason), line: nil), url: url)
    }

    /// Returns the place of the playlist for remarks about it.
    ///
    /// - Parameter mayGrow: Whether a server may send newer versions.
    /// - Returns: The place.
    func place(mayGrow: Bool) -> PlaylistRemarks.Place {
        PlaylistRemarks.Place(
            url: url, isFinal: alterations.isEmpty && !(isOfBroadcast && mayGrow))
    }

    /// A remark for each change that faults have made to the playlist.
    var remarks: RemarkList {
        var remarks = RemarkList()
        for text in alterations { remarks.add(.alteredPlaylist, text) }
        return remarks
    }
}

/// Fetches and parses one playlist.
package struct PlaylistJob: Sendable {
    /// The result of the job.
    package typealias Value = LoadedPlaylist

    /// The size limit of a playlist in bytes; a day of two-second segments with long names fits.
    static let byteLimit: Int64 = 64 << 20

    private let url: String
    private let referrer: String?
    private let kind: ResourceKind
    /// The variables of the multivariant playlist, which `EXT-X-DEFINE:IMPORT` can import.
    package var importedVariables: [String: String] = [:]
    /// The time limits for the response of the server.
    package var patience = RecoveryPolicy().patience(forPlaylistHeldFor: nil)

    /// The reason for the request.
    var cause: RequestCause?

    /// Whether the server may delay the response until the playlist has changed.
    var mayBeHeld = false

    /// Creates a job that loads a playlist.
    ///
    /// - Parameters:
    ///   - url: The location.
    ///   - referrer: The location of the resource that refers to the playlist; `nil` for a location
    ///     from the user.
    ///   - kind: The expected kind of resource.
    package init(url: String, referrer: String?, kind: ResourceKind) {
        self.url = url
        self.referrer = referrer
        self.kind = kind
    }

    /// The request that loads the playlist.
    package var request: ResourceRequest {
        var request = ResourceRequest(url: url, kind: kind)
        request.referrer = referrer
        request.maximumByteCount = Self.byteLimit
        request.patience = patience
        request.cause = cause
        return request
    }

    package static func mediaPlaylist(in value: LoadedPlaylist) -> MediaPlaylist? {
        if case .media(let playlist) = value.playlist { playlist } else { nil }
    }

    /// Fetches and parses the playlist.
    package func run(_ attempt: FetchAttempt) -> FetchOutcome<LoadedPlaylist> {
        var byteCount: Int64 = 0
        var isStored = false
        do throws(SessionError) {
            let response = try SegmentJob.load(attempt)
            byteCount = response.body.byteCount
            isStored = response.isStored
            if let known = response.body.content as? MadeValue<Playlist> {
                return FetchOutcome(
                    result: .success(
                        LoadedPlaylist(
                            playlist: known.value, url: response.url,
                            cachedFor: response.cachedFor)),
                    byteCount: byteCount, isStored: isStored, heldUntil: response.heldUntil)
            }
            let bytes: [UInt8]
            do throws(TransportError) {
                bytes = try response.body.bytes(limit: Self.byteLimit)
            } catch {
                throw SessionError.transport(error)
            }
            var options = ParsingOptions()
            options.uri = response.url
            options.importedVariables = importedVariables
            do throws(PlaylistError) {
                let playlist = try Playlist(parsing: bytes, options: options)
                var loaded = LoadedPlaylist(
                    playlist: playlist, url: response.url, cachedFor: response.cachedFor)
                let alteration = PlaylistAlteration(in: response, options, limit: Self.byteLimit)
                loaded.alterations = response.storedAlterations
                if let text = alteration?.text { loaded.alterations.append(text) }
                loaded.isOfBroadcast = alteration?.isOfBroadcast ?? playlist.mayChange
                return FetchOutcome(
                    result: .success(loaded), byteCount: byteCount, isStored: isStored,
                    heldUntil: response.heldUntil)
            } catch {
                throw SessionError.playlist(error, url: response.url)
            }
        } catch {
            return FetchOutcome(
                result: .failure(error), byteCount: byteCount, isStored: isStored)
        }
    }
}

extension Playlist {
    /// Whether a later version of the playlist may list other segments.
    var mayChange: Bool {
        if case .media(let media) = self { media.mayChange } else { false }
    }
}

extension MediaPlaylist {
    /// Whether a later version of the playlist may list other segments.
    var mayChange: Bool { !hasEndList && playlistType != .vod }
}

extension ResourceResponse {
    /// The time that the response spent in caches; zero if the response does not state it.
    fileprivate var cachedFor: Duration { .seconds(age ?? 0) }
}
