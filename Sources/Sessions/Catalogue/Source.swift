import Containers
public import Formats
public import Transport
import VirtualTime

/// One source of a video's media: its location and its delivery method.
public struct Source: Hashable, Sendable {
    /// The delivery method of media.
    public enum DeliveryMethod: Hashable, Sendable {
        /// HTTP Live Streaming.
        case hls
        /// One MP4 file, played while it loads.
        case mp4
        /// One media file in another container, such as a transport stream or packed audio.
        case file
        /// MPEG-DASH, which is recognized but cannot be played.
        case dash
        /// A stream that the service Brightcove Once has stitched together from media and ads.
        case once
        /// A stream into which a server inserts advertisements.
        case boltSSAI
        /// Another delivery method, identified by its name in the catalogue.
        case other(String)
    }

    /// The location of the media, as the catalogue or the app states it.
    public var url: String

    /// The delivery method of the media.
    public var deliveryMethod: DeliveryMethod

    /// Further properties of the source in the catalogue; the dictionary may be empty.
    public var properties: [String: PropertyValue]

    /// Whether a broadcast counts as a DVR stream regardless of the length of its window.
    ///
    /// If it is `false`, which is the default, ``PlaybackOptions/seekableWindow`` decides.
    public var isDVR = false

    /// The options with which the asset is requested; they override the options of the video.
    public var assetOptions = AssetOptions()

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - url: The location of the media.
    ///   - deliveryMethod: The delivery method; `nil` derives it from the extension of the
    ///     location.
    ///   - properties: Further properties.
    public init(
        url: String, deliveryMethod: DeliveryMethod? = nil,
        properties: [String: PropertyValue] = [:]
    ) {
        self.url = url
        self.deliveryMethod = deliveryMethod ?? DeliveryMethod(url: url)
        self.properties = properties
    }
}

extension Source {
    private static let packageKey = "offlinePackage"

    /// The token of the download whose package the source plays; `nil` for other sources.
    ///
    /// A chain of providers with the store of the download plays the stored files, without the
    /// network. Other chains play the package like any other local asset.
    package var packageToken: String? {
        get { properties[Self.packageKey]?.string }
        set { properties[Self.packageKey] = newValue.map(PropertyValue.string) }
    }

    /// Returns the shortest seekable window with which a broadcast counts as a DVR stream.
    func dvrThreshold(_ options: PlaybackOptions) -> MediaTime {
        isDVR ? .zero : options.seekableWindow
    }

    /// The scheme of the address in lower case; `nil` for a path or a relative address.
    public var scheme: String? {
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<colon]
        guard let first = scheme.utf8.first, Self.isLetter(first) else { return nil }
        let isScheme = scheme.utf8.allSatisfy {
            Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        return isScheme ? scheme.lowercased() : nil
    }

    /// The last component of the location, without its query and its fragment.
    package var fileName: String { String(Self.fileName(of: url)) }

    fileprivate static func fileName(of url: String) -> Substring {
        LocalPath.withoutQuery(url).split(separator: "/").last ?? ""
    }

    /// Whether the catalogue names FairPlay among the key systems of the source.
    public var usesFairPlay: Bool {
        properties["key_systems"]?["com.apple.fps.1_0"] != nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

extension Source.DeliveryMethod {
    /// Creates the delivery method for the file extension of a location.
    ///
    /// The method is HLS when the extension is unknown.
    ///
    /// - Parameter url: The location; its query and fragment are ignored, which a path of a local
    ///   file does not have.
    public init(url: String) {
        let name = Source.fileName(of: url)
        let ending = name.lastIndex(of: ".").map { name[$0...].dropFirst().lowercased() } ?? ""
        switch FormatHint(pathExtension: ending)?.formats.first {
        case .mp4, .fragmentedMP4: self = .mp4
        case .some: self = .file
        case nil: self = ending == "mpd" ? .dash : .hls
        }
    }

    /// Creates the delivery method of a media type.
    ///
    /// - Parameter mediaType: A media type such as `application/x-mpegURL`; case does not count.
    public init(mediaType: String) {
        switch mediaType.prefix(while: { $0 != ";" && $0 != " " }).lowercased() {
        case "application/x-mpegurl", "application/vnd.apple.mpegurl", "audio/mpegurl",
            "audio/x-mpegurl":
            self = .hls
        case "video/mp4", "audio/mp4", "video/quicktime", "video/x-m4v":
            self = .mp4
        case "application/dash+xml":
            self = .dash
        default:
            self = .other(mediaType)
        }
    }
}

extension Source.DeliveryMethod: CustomStringConvertible {
    /// The name of the delivery method in traces.
    public var description: String {
        switch self {
        case .hls: "HLS"
        case .mp4: "MP4"
        case .file: "file"
        case .dash: "DASH"
        case .once: "Once"
        case .boltSSAI: "BoltSSAI"
        case .other(let name): name
        }
    }
}
