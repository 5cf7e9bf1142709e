extension Source.DeliveryMethod {
    /// Whether media is loaded through playlists, and not as a single file.
    package var usesPlaylists: Bool { self != .mp4 && self != .file }
}
