extension Ledger {
    /// A fact about a session that is not in its accounts, with the place or value at issue.
    public struct Remark: Hashable, Sendable {
        /// The subject of a remark.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// Variant streams refer to an audio, video or subtitles group that has no renditions.
            case undefinedGroup
            /// Variant streams refer to a closed-captions group that has no renditions.
            case undefinedCaptions
            /// A rendition is listed in a form that no player can select or read.
            case unreadableRendition
            /// A line of a media playlist names media but cannot be used.
            case unlistedSegment
            /// A fault changed a playlist in a way that no player can detect.
            ///
            /// The playlist then announces other media, renditions or tags.
            case alteredPlaylist
            /// A segment lacks packets of timed metadata or of SCTE 35 messages.
            ///
            /// The cues in them are lost; video and audio are not affected.
            case lostMetadata
            /// Lines of a playlist announce a stream or a segment, but are too malformed to be
            /// used.
            case oddLines
            /// A variant stream failed and another one was played in its place.
            case replacedVariant
            /// A reload of a live playlist failed or returned nothing usable.
            case livePlaylist
            /// The audio played is in none of the preferred languages.
            case unmetAudio
            /// Subtitles in the preferred language are not available.
            case unmetSubtitles
            /// Every variant stream exceeds the preferred bandwidth.
            case unmetBandwidth

            /// Whether the remark means that announced media or its metadata is lost.
            package var isUnsound: Bool {
                switch self {
                case .unlistedSegment, .alteredPlaylist, .lostMetadata: true
                default: isOfAnnouncement
                }
            }

            /// Whether a multivariant playlist announces groups or renditions that cannot be
            /// played.
            package var isOfAnnouncement: Bool {
                self == .undefinedGroup || self == .unreadableRendition
            }
        }

        /// The subject of the remark.
        public let kind: Kind
        /// The fact in one line that begins with the problem.
        public let text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }
}

/// The remarks of a session in the order in which they were made, without duplicates.
package struct RemarkList: Equatable, Sendable {
    /// The maximum number of remarks; the last one represents all further ones.
    package static let limit = 100

    package private(set) var remarks: [Ledger.Remark] = []
    private var known: Set<Ledger.Remark> = []

    package init() {}

    /// Adds a remark unless it is already present.
    package mutating func add(_ kind: Ledger.Remark.Kind, _ text: String) {
        guard remarks.count < Self.limit else { return }
        let isLast = remarks.count == Self.limit - 1
        let remark = Ledger.Remark(kind, isLast ? "\(text), and more that is not listed" : text)
        if known.insert(remark).inserted { remarks.append(remark) }
    }
}
