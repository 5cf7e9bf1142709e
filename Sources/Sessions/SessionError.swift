public import Containers
public import Formats
public import Playlists
public import Transport
public import VirtualTime

/// The reason why a session cannot start or continue to play.
///
/// Errors of lower-level modules are wrapped together with the location at which they happened, and
/// are never converted into other errors.
public enum SessionError: Error, Equatable, Sendable {
    /// A resource could not be loaded.
    case transport(TransportError)
    /// A playlist could not be used.
    case playlist(PlaylistError, url: String)
    /// A segment or a file could not be demuxed.
    case container(ContainerError, url: String)
    /// The resource at a location is not a media playlist, although one was expected there.
    case notMediaPlaylist(url: String)
    /// The playlist lists only text, and neither video nor audio.
    case textAlone(url: String)
    /// The playlist lists no playable media.
    case emptyPlaylist(url: String)
    /// The source is a broadcast, which the session cannot play.
    case broadcast(url: String)
    /// The window of a broadcast moved past the playhead, which this player treats as a failure.
    case behindWindow(url: String)
    /// The playlist of a broadcast stopped changing or restarted.
    ///
    /// This player treats both as a failure.
    case brokenBroadcast(url: String)
    /// No playable variant stream is left.
    case noVariant(url: String)
    /// A segment is encrypted with a method that no link of the provider chain can decrypt.
    case encrypted(method: String, url: String)
    /// A resource could not be decrypted; the associated error states the cause.
    case decryption(UnderlyingError, url: String)
    /// The key of encrypted segments could not be obtained.
    case contentKey(ContentKeyFailure)
    /// A segment has less media than its playlist declares.
    case shortSegment(url: String, promised: MediaTime, found: MediaTime)
    /// A segment or a file has damaged media.
    case damaged(MediaDamage, url: String)
    /// The cues of a subtitle segment could not be read.
    case subtitles(SubtitleReadingError, url: String)
    /// The session ended before an operation in progress was complete.
    case ended
    /// The provider of the session's plan refused the session.
    case refused(SessionRefusal)
    /// The video has no source that could be played.
    case noPlayableSource
    /// A request to the playback service failed.
    case playbackService(PlaybackServiceError)
    /// The provider chain is in the wrong order, or one of its links refused the video.
    case providerChain(UnderlyingError)

    /// Whether media was loaded but could not be demuxed, or is damaged.
    package var isOfMedia: Bool {
        if case .container = self { return true }
        return isDamage
    }

    /// Whether the licence of a key with a location such as `skd://one` cannot be obtained.
    package var lacksLicence: Bool {
        guard case .contentKey(let failure) = self else { return false }
        return failure.keyURL.hasPrefix("skd:")
    }

    /// Whether movie fragments lack an initialization section that describes them.
    package var lacksInitialization: Bool {
        guard case .container(let error, _) = self else { return false }
        return error.reason == .missingInitialization
    }

    /// Whether a retry may succeed.
    package var mayPass: Bool {
        guard case .transport(let error) = self else { return false }
        switch error.cause {
        case .status(let code): return TransportError.mayPass(status: code)
        case .unreachable, .timedOut, .truncated: return true
        default: return false
        }
    }

    /// Whether no response arrived in time.
    package var isTimeout: Bool {
        guard case .transport(let error) = self else { return false }
        return error.cause == .timedOut
    }

    /// Whether the error concerns content protection: a key, or decryption.
    ///
    /// A session first reports an error of this kind as the lifecycle event `Error`; playback may
    /// continue after the event.
    package var isOfProtection: Bool {
        switch self {
        case .contentKey, .decryption: true
        default: false
        }
    }

    /// Whether the resource exists but its media is damaged.
    package var isDamage: Bool {
        switch self {
        case .shortSegment, .damaged: true
        default: false
        }
    }
}

extension SessionError {
    /// The HTTP status of the server's response; `nil` if the error has none.
    package var status: Int? {
        guard case .transport(let error) = self, case .status(let status) = error.cause else {
            return nil
        }
        return status
    }

    /// The number of bytes received before the error; 0 if the loader does not report the number.
    var receivedByteCount: Int64 {
        if case .transport(let error) = self { error.receivedByteCount } else { 0 }
    }

    /// Whether a request was cancelled; the error is then not an error of the resource.
    package var isCancelled: Bool {
        if case .transport(let error) = self, case .cancelled = error.cause { true } else { false }
    }
}

extension SessionError: CustomStringConvertible {
    /// The resource and the cause of the error, on one line.
    public var description: String {
        switch self {
        case .transport(let error): "\(error)"
        case .playlist(let error, let url): "\(printable(url)): \(error)"
        case .container(let error, let url): "\(printable(url)): \(error)"
        case .notMediaPlaylist(let url):
            "\(printable(url)): a media playlist was expected here"
        case .textAlone(let url):
            "\(printable(url)): lists only text, which is played as subtitles of a video"
        case .emptyPlaylist(let url): "\(printable(url)): the playlist lists nothing to play"
        case .broadcast(let url):
            "\(printable(url)): is a broadcast: its playlist has no EXT-X-ENDLIST"
        case .behindWindow(let url):
            "\(printable(url)): the playhead has left the window of the broadcast"
        case .brokenBroadcast(let url):
            "\(printable(url)): the playlist of the broadcast has stopped changing or started again"
        case .noVariant(let url): "\(printable(url)): no variant stream can be played"
        case .encrypted(let method, let url):
            "\(printable(url)): encrypted with \(method), and no provider decrypts it"
        case .decryption(let error, let url): "\(printable(url)): not decrypted: \(error)"
        case .contentKey(let failure): "\(failure)"
        case .shortSegment(let url, let promised, let found):
            "\(printable(url)): holds \(found) s of media where the playlist promises \(promised) s"
        case .damaged(let damage, let url): "\(printable(url)): damaged: \(damage)"
        case .subtitles(let error, let url): "\(printable(url)): subtitles: \(error)"
        case .ended: "the session ended before it was loaded"
        case .refused(let refusal): "\(refusal)"
        case .noPlayableSource: "the video has no source that can be played"
        case .playbackService(let error): "\(error)"
        case .providerChain(let error): "\(error)"
        }
    }

    private func printable(_ url: String) -> String {
        SafeText.url(url)
    }
}
