/// The choice of the reader of containers.
public enum DemuxerChoice: String, CaseIterable, Equatable, Sendable {
    /// The fastest reader that understands the container: fragments of ISO files and transport streams
    /// are read here where they are plain, everything else by libavformat.
    case automatic
    /// libavformat for every container: the reference.
    case libavformat
}
