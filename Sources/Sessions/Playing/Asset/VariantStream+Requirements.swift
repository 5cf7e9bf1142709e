package import Playlists

extension MultivariantPlaylist {
    /// Returns the error of a playlist of which no variant stream can be chosen.
    ///
    /// - Parameter url: The location of the playlist.
    /// - Returns: `emptyPlaylist` if the playlist has no variant streams; otherwise `noVariant`.
    func lackOfVariants(at url: String) -> SessionError {
        variants.isEmpty ? .emptyPlaylist(url: url) : .noVariant(url: url)
    }
}

extension VariantStream {
    /// The names of unknown attributes that a client must support to play the variant stream.
    ///
    /// Reference: rfc8216bis, section 8 (Protocol Version Compatibility).
    package var unknownRequirements: [String] {
        otherAttributes.map(\.name).filter { $0.hasPrefix("REQ-") }
    }
}
