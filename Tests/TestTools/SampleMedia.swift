/// The real assets that ship with the project.
public enum SampleMedia: String, CaseIterable, Sendable {
    case transportStream = "ts-multivariant/index.m3u8"
    case fragments = "cmaf-byteranges/index.m3u8"
    case single = "single/index.m3u8"
    case packedAudio = "packed-audio/index.m3u8"
    case discontinuity = "discontinuity/index.m3u8"
    case timedMetadata = "id3/index.m3u8"
    case wrap = "pts-wrap/index.m3u8"
    case progressive = "progressive/movie.mp4"

    /// The folder of all samples.
    public static let folder: String = {
        let path = #filePath
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/") + "/Samples/Media"
    }()

    /// The path of the asset.
    public var path: String { "\(Self.folder)/\(rawValue)" }

    /// The folder of the asset.
    public var folder: String { "\(Self.folder)/\(rawValue.prefix { $0 != "/" })" }
}
