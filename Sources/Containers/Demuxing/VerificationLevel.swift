/// The depth to which segments are read during playback.
public enum VerificationLevel: String, Sendable, CaseIterable {
    /// The timeline comes only from playlists; segments are not read.
    case playlist
    /// Every sample of every segment is read.
    case demux
    /// Every sample is read and decoded, and broken frames are reported.
    ///
    /// Each segment is decoded by itself. Leading pictures, which are shown before the first
    /// keyframe of a segment and refer to the previous segment, are not checked.
    case decode
}
