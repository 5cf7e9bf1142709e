public import ContentProtection
public import HeadlessPlayback
import Transport

/// The encrypted assets that ship with the project, each with its clear twin.
public enum ProtectedSample: String, CaseIterable, Sendable {
    case aes128 = "protected-aes128/index.m3u8"
    case cbcs = "protected-cbcs/index.m3u8"

    /// The URI of the key of `cbcs`.
    public static let keyURI = "skd://protected-cbcs"
    /// The key of `cbcs`, in hexadecimal digits.
    public static let key = "1977b717cbb5edda61a84c922994d54a"
    /// The key identifier in the fragments of `cbcs`.
    public static let keyIdentifier = "560310b31a65e61524d6d70a8df9592c"

    /// The path of the asset.
    public var path: String { "\(SampleMedia.folder)/\(rawValue)" }

    /// The folder of the asset.
    public var folder: String { "\(SampleMedia.folder)/\(rawValue.prefix { $0 != "/" })" }

    /// The encrypted media playlists and their clear twins, as paths below the samples folder.
    public var twins: [(protected: String, clear: String)] {
        switch self {
        case .aes128: [(rawValue, SampleMedia.single.rawValue)]
        case .cbcs:
            ["video-180p", "audio-en"].map {
                ("protected-cbcs/\($0)/index.m3u8", "cmaf-byteranges/\($0)/index.m3u8")
            }
        }
    }

    /// Reads the policies of a key server for the asset.
    ///
    /// - Returns: The policies in the folder of the asset; only `cbcs` has policies.
    /// - Throws: When the policies cannot be read.
    public func policies() throws -> KeyPolicies {
        let place = ResourceRequest(url: "\(folder)/policies.json", kind: .other)
        return try KeyPolicies(json: StandardLoader().load(place).body.bytes())
    }

    /// A video of the asset.
    public var video: Video { Video(url: path) }
}
