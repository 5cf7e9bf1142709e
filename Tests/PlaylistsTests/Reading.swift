import Playlists
import Testing

/// Parses a text as a media playlist.
func media(_ text: String, options: ParsingOptions = .init()) throws -> MediaPlaylist {
    guard case .media(let playlist) = try Playlist(parsing: text, options: options) else {
        throw WrongKind()
    }
    return playlist
}

/// Parses a text as a multivariant playlist.
func multivariant(
    _ text: String, options: ParsingOptions = .init()
) throws -> MultivariantPlaylist {
    guard case .multivariant(let playlist) = try Playlist(parsing: text, options: options) else {
        throw WrongKind()
    }
    return playlist
}

/// Returns the error with which a text is refused.
func refusal(
    of text: String, options: ParsingOptions = .init()
) -> PlaylistError? {
    do {
        _ = try Playlist(parsing: text, options: options)
        return nil
    } catch {
        return error
    }
}

struct WrongKind: Error {}
