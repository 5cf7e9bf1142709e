import Presentation
import Playlists
import Transport

extension AssetLoad {
    /// The purpose that a rendition is loaded for.
    enum Purpose: Equatable {
        /// The variant stream with the given index, or its audio.
        case variant(Int)
        /// The selected audio; the value is the number of the selection in the session.
        case audio(Int)
        /// The selected subtitles; the value is the number of the selection in the session.
        case subtitles(Int)

        /// The reason for the requests of playlists.
        var reason: RequestCause.Reason {
            switch self {
            case .variant: .change
            case .audio, .subtitles: .selection
            }
        }
    }
}

/// The decision about the variant stream of the next segment.
enum NextVariant {
    /// The current variant stream continues.
    case current
    /// The playlists of another variant stream are being loaded.
    case pending
    /// Playback continues with another variant stream: its media and, if separate, its audio.
    case change(RenditionMedia, audio: RenditionMedia?, VariantStream)
    /// The chosen variant stream lists no media, so another one must be chosen.
    case empty(Int, SessionError)
    /// No variant stream is left to choose.
    case none(SessionError)
}
