extension Ledger {
    /// A fact about a session that the accounts in the session's ledger do not show.
    ///
    /// The text of the remark includes the location or value concerned.
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
            /// A line of a multivariant playlist names a stream but cannot be used.
            case unlistedStream
            /// A playlist announces a segment or a variant stream without a URI.
            case missingURI
            /// A variant stream lists I-frames only, without its other pictures and its audio.
            ///
            /// Such a playlist serves previews of seeks, and players do not expect it here.
            case onlyIFrames
            /// A playlist of type `VOD` has no `EXT-X-ENDLIST`: its last segments may be missing.
            case missingEndList
            /// Audio has other discontinuity sequence numbers than its variant stream.
            ///
            /// A player that relies on the numbers plays the audio at wrong times.
            case unmatchedDiscontinuities
            /// The playlist of played subtitles is more than a target duration too short.
            ///
            /// Its last segments may be missing.
            case shortSubtitles
            /// The codec of a track changes without `EXT-X-DISCONTINUITY`.
            ///
            /// Some players cannot play the media after the change.
            case changedFormat
            /// An injected fault changed a playlist in a way that no player can detect.
            ///
            /// The playlist then announces other media, renditions or tags.
            case alteredPlaylist
            /// Timed metadata or SCTE 35 messages of a segment are missing or cannot be read.
            ///
            /// The cues in them are lost; video and audio are not affected.
            case lostMetadata
            /// Cues of a segment are not shown, or have wrong times or lost characters.
            ///
            /// The segment has malformed text or damaged samples, it is a copy of another segment,
            /// or the playhead does not reach the times of its cues.
            case lostCues
            /// Playlist lines that announce a stream or a segment are too malformed to be used.
            case oddLines
            /// A variant stream failed and another one was played in its place.
            case replacedVariant
            /// A reload of a live playlist failed or returned nothing usable.
            case livePlaylist
            /// The lease of a licence ended, and media was played before it was renewed.
            ///
            /// Other players refuse to play with the expired key.
            case endedLease
            /// A licence that is not renewed, such as a rental licence, ended during playback.
            ///
            /// Media was played with its key after that, as players do; the next load would fail.
            case endedLicence
            /// Samples are encrypted, and their playlist lists no key for them.
            ///
            /// They were decrypted with a given key, which other players do not have.
            case unlistedKey
            /// The audio played is in none of the preferred languages.
            case unmetAudio
            /// The variant stream chosen at the start declares no audio, and others declare audio.
            case silentVariant
            /// The selected subtitles are in a format whose cues this package does not read.
            ///
            /// An example is TTML. The segments are loaded, but no cue is reported.
            case unreadText
            /// The frames of a track were not checked, because FFmpeg cannot decode them.
            ///
            /// FFmpeg has no decoder for the codec, or for a feature of it that the track uses.
            case undecodedTrack
            /// No sample that was read shows whether the key is right.
            ///
            /// All samples are clear, or FFmpeg cannot decode them. A wrong key would not be found.
            case unprovenKey
            /// The playlist announces content steering, whose manifests this package does not read.
            ///
            /// The variant streams are played as if the playlist did not announce it.
            case unreadSteering
            /// The playlist lists image playlists, whose images are previews for seeks.
            ///
            /// `playctl lint` reads them.
            case unreadImages
            /// A playlist announces interstitials, such as advertisements, which were not played.
            ///
            /// `playctl lint` reads the media of interstitials.
            case unplayedInterstitials
            /// A variant stream has a `REQ-` attribute that this package does not know.
            ///
            /// The variant stream is played only if it is requested explicitly.
            case unmetRequirement
            /// Subtitles in the preferred language are not available.
            case unmetSubtitles
            /// Every variant stream exceeds the preferred bandwidth.
            case unmetBandwidth

            /// Whether the remark means that announced media, its metadata or its cues are lost.
            ///
            /// Media also counts as lost if players may play it at the wrong times, or if its key
            /// had expired when it was played or is in no playlist.
            package var isUnsound: Bool {
                switch self {
                case .unlistedSegment, .unlistedStream, .missingURI, .onlyIFrames, .missingEndList,
                    .unmatchedDiscontinuities, .shortSubtitles, .alteredPlaylist, .lostMetadata,
                    .lostCues, .endedLease, .unlistedKey:
                    true
                default: isOfAnnouncement
                }
            }

            /// Whether the remark states that announced groups or renditions cannot be played.
            package var isOfAnnouncement: Bool {
                self == .undefinedGroup || self == .unreadableRendition
            }
        }

        /// The subject of the remark.
        public let kind: Kind
        /// The fact on one line; the line begins with the problem.
        public let text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }
}

/// The remarks of a session in the order in which they were made, without duplicates.
package struct RemarkList: Equatable, Sendable {
    /// The maximum number of remarks of one kind; the last one states that there are more.
    package static let limit = 100

    package private(set) var remarks: [Ledger.Remark] = []
    private var known: Set<Ledger.Remark> = []
    private var counts: [Ledger.Remark.Kind: Int] = [:]

    package init() {}

    /// Adds a remark unless it is already present.
    package mutating func add(_ kind: Ledger.Remark.Kind, _ text: String) {
        let count = counts[kind, default: 0]
        guard count < Self.limit else { return }
        let isLast = count == Self.limit - 1
        let remark = Ledger.Remark(kind, isLast ? "\(text), and more that is not listed" : text)
        guard known.insert(remark).inserted else { return }
        remarks.append(remark)
        counts[kind] = count + 1
    }
}
