extension Source.DeliveryMethod {
    /// Whether media is reached through a playlist, and not as a single file.
    package var usesPlaylists: Bool { self != .mp4 && self != .file }
}
