extension Ledger {
    /// A fact about a session that its accounts do not show, with the place or value that it is about.
    public struct Remark: Hashable, Sendable {
        /// What a remark is about.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// Variant streams name a group of audio, video or subtitles that has no rendition.
            case undefinedGroup
            /// Variant streams name a group of closed captions that has no rendition.
            case undefinedCaptions
            /// A rendition is listed in a way that no player can select or read.
            case unreadableRendition
            /// Lines of a playlist that announce a stream or a segment cannot be used as they are.
            case oddLines
            /// A variant stream was left because of an error, and another one was played instead.
            case replacedVariant
            /// Audio in none of the preferred languages was played.
            case unmetAudio
            /// Subtitles in the preferred language are not available.
            case unmetSubtitles
            /// No variant stream is within the preferred bandwidth.
            case unmetBandwidth

            /// Whether media is announced and nobody can play it.
            package var isUnsound: Bool { self == .undefinedGroup || self == .unreadableRendition }
        }

        /// What the remark is about.
        public let kind: Kind
        /// The fact, in one line that begins with what is wrong.
        public let text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }
}

/// The remarks of a session in the order in which they were made, each once.
package struct RemarkList: Equatable, Sendable {
    /// The number of remarks that are kept; one of them stands for those beyond.
    package static let limit = 100

    package private(set) var remarks: [Ledger.Remark] = []
    private var known: Set<Ledger.Remark> = []

    package init() {}

    /// Adds a remark unless it was made before.
    package mutating func add(_ kind: Ledger.Remark.Kind, _ text: String) {
        guard remarks.count < Self.limit else { return }
        let isLast = remarks.count == Self.limit - 1
        let remark = Ledger.Remark(kind, isLast ? "\(text), and more that is not listed" : text)
        if known.insert(remark).inserted { remarks.append(remark) }
    }
}
