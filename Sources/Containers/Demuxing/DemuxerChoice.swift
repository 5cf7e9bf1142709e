/// The choice of a reader for containers.
public enum DemuxerChoice: String, CaseIterable, Equatable, Sendable {
    /// The fastest reader that supports the container.
    ///
    /// This package itself reads fragments of ISO files and transport streams if they have no
    /// unusual features; libavformat reads everything else.
    case automatic
    /// libavformat for every container, as a reference for the other readers.
    case libavformat
}
