/// A playlist that lists the variant streams of a presentation and their renditions.
///
/// Equality compares meaning and ignores ``problems``.
///
/// Reference: rfc8216bis, section 4.4.6 (Multivariant Playlist Tags).
public struct MultivariantPlaylist: Equatable, Sendable {
    /// The protocol version, from `EXT-X-VERSION`; 1 when absent.
    public var version = 1
    /// Whether every segment can be decoded on its own, from `EXT-X-INDEPENDENT-SEGMENTS`.
    public var hasIndependentSegments = false
    /// The preferred start of playback, from `EXT-X-START`.
    public var start: StartPoint?
    /// The variables, from `EXT-X-DEFINE`, in order.
    public var definitions: [VariableDefinition] = []
    /// The variant streams, from `EXT-X-STREAM-INF`, in order.
    public var variants: [VariantStream] = []
    /// The I-frame variants, from `EXT-X-I-FRAME-STREAM-INF`, in order.
    public var iFrameVariants: [VariantStream] = []
    /// The alternative renditions, from `EXT-X-MEDIA`, in order.
    public var renditions: [Rendition] = []
    /// Arbitrary data of the session, from `EXT-X-SESSION-DATA`, in order.
    public var sessionData: [SessionData] = []
    /// The keys that can be loaded before their use, from `EXT-X-SESSION-KEY`, in order.
    public var sessionKeys: [EncryptionKey] = []
    /// The source of steering manifests, from `EXT-X-CONTENT-STEERING`.
    public var contentSteering: ContentSteering?
    /// Comments and unknown tags after the last element, in order.
    ///
    /// An element is a variant stream, a rendition, session data, a session key or content
    /// steering. Lines before an element are in its `precedingLines`.
    public var trailingLines: [String] = []

    private var problemStorage = Uncompared<[PlaylistProblem]>([])
    private var problemCountStorage = Uncompared(0)
    private var unlistedStorage = Uncompared<[UnlistedProblems]>([])

    /// Creates a playlist that lists nothing.
    public init() {}

    /// The departures from the specification, up to a limit for each kind, in the order found.
    public internal(set) var problems: [PlaylistProblem] {
        get { problemStorage.value }
        set { problemStorage.value = newValue }
    }

    /// The number of all problems, including the problems that ``problems`` leaves out.
    public internal(set) var problemCount: Int {
        get { problemCountStorage.value }
        set { problemCountStorage.value = newValue }
    }

    /// A summary of the problems that ``problems`` leaves out, with one element for each kind.
    package internal(set) var unlistedProblems: [UnlistedProblems] {
        get { unlistedStorage.value }
        set { unlistedStorage.value = newValue }
    }

    /// The values that media playlists of this presentation may import, by name.
    public var variables: [String: String] {
        Dictionary(definitions.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Returns the renditions of one group, in order.
    ///
    /// - Parameters:
    ///   - kind: The type of the group.
    ///   - groupID: The name of the group.
    /// - Returns: The members; empty when the group is not defined.
    public func renditions(_ kind: Rendition.Kind, groupID: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == groupID }
    }
}
