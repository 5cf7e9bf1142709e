import Formats
import Playlists
import Presentation
import Transport

/// The remarks that can be made about playlists before any media is read.
enum PlaylistRemarks {
    /// The maximum number of problems of one kind that are listed individually.
    private static let mostLines = 10

    /// The location of a playlist, and whether it lists everything that it will ever list.
    struct Place {
        let url: String
        /// Whether the playlist should be complete.
        ///
        /// The value is `false` if a reload can complete the playlist or a fault has changed it.
        let isFinal: Bool

        /// The location without secrets.
        fileprivate var shown: String { SafeText.url(url) }
    }

    /// Adds remarks about entries of a multivariant playlist that cannot be played or read.
    ///
    /// - Parameters:
    ///   - playlist: The playlist.
    ///   - place: The location of the playlist.
    ///   - choice: The index of the only variant stream that is played; `nil` means any of them.
    ///   - remarks: The remarks of the session, to which the function adds.
    static func add(
        _ playlist: MultivariantPlaylist, at place: Place, choice: Int?,
        to remarks: inout RemarkList
    ) {
        let location = place.shown
        for group in playlist.undefinedGroups(namedBy: choice.map { [$0] }) {
            let isText = group.kind == .closedCaptions
            remarks.add(
                isText ? .undefinedCaptions : .undefinedGroup,
                SafeText.line("\(group.text): \(location)"))
        }
        for rendition in playlist.renditions where rendition.kind == .subtitles {
            guard rendition.uri == nil, playlist.usesSubtitles(rendition.groupID, choice) else {
                continue
            }
            remarks.add(
                .unreadableRendition,
                SafeText.line("subtitles \"\(rendition.name)\" have no URI: \(location)"))
        }
        if let steering = playlist.contentSteering {
            let manifest = SafeText.url(steering.serverURI)
            remarks.add(
                .unreadSteering,
                SafeText.line("the steering manifest \(manifest) is not requested: \(location)"))
        }
        let images = playlist.imagePlaylists
        if let first = images.first {
            let words = omission(images.count, "image playlist", "read", SafeText.url(first))
            remarks.add(.unreadImages, SafeText.line("\(words): \(location)"))
        }
        for (index, variant) in playlist.variants.enumerated() where choice ?? index == index {
            guard let name = variant.unknownRequirements.first else { continue }
            remarks.add(
                .unmetRequirement,
                SafeText.line(
                    "variant stream \(index + 1) needs a player that knows \(name): \(location)"))
        }
        addTwins(of: playlist, at: location, to: &remarks)
        add(playlist.problems, at: place, to: &remarks)
    }

    /// Adds remarks about problems of a media playlist that may make media unplayable.
    ///
    /// - Parameters:
    ///   - playlist: The playlist.
    ///   - place: The location of the playlist.
    ///   - remarks: The remarks of the session, to which the function adds.
    static func add(
        _ playlist: MediaPlaylist, at place: Place, to remarks: inout RemarkList
    ) {
        add(playlist.problems, at: place, to: &remarks)
        let interstitials = playlist.dateRanges.joinedByID.filter { $0.interstitial != nil }
        if let first = interstitials.first {
            // The playlists of an asset repeat its interstitials. Without a location, their remarks
            // are equal, and only one is kept.
            let name = SafeText.quoted(first.id)
            remarks.add(
                .unplayedInterstitials,
                omission(interstitials.count, "interstitial", "played", name))
        }
        if place.isFinal, playlist.playlistType == .vod, !playlist.hasEndList {
            remarks.add(
                .missingEndList,
                SafeText.line("no EXT-X-ENDLIST in a playlist of type VOD: \(place.shown)"))
        }
    }

    /// Adds a remark if a variant stream declares no audio, and others declare audio.
    ///
    /// - Parameters:
    ///   - variant: The variant stream that is chosen at the start.
    ///   - all: All variant streams of the asset.
    ///   - remarks: The remarks of the session, to which the function adds.
    static func add(
        silent variant: VariantStream, among all: [VariantStream], to remarks: inout RemarkList
    ) {
        func declaresAudio(_ variant: VariantStream) -> Bool {
            variant.audioGroup != nil || !variant.codecs.isEmpty && variant.hasAudio
        }
        let count = all.count(where: declaresAudio)
        // Without CODECS, only the media shows whether the variant stream has audio.
        guard count > 0, !variant.codecs.isEmpty, !declaresAudio(variant) else { return }
        let others = count == 1 ? "another one declares" : "\(count) others declare"
        remarks.add(
            .silentVariant,
            "the chosen variant stream of \(variant.bandwidth) bit/s declares no audio, and"
                + " \(others) audio")
    }

    /// Returns the statement that parts of an asset are not used, with the name of the first one.
    private static func omission(
        _ count: Int, _ noun: String, _ use: String, _ first: String
    ) -> String {
        let verb = count == 1 ? "is" : "are"
        let more = count == 1 ? "" : " and \(count - 1) more"
        return "\(count.counted(noun)) \(verb) not \(use): \"\(first)\"\(more)"
    }

    private static func add(
        _ problems: [PlaylistProblem], at place: Place, to remarks: inout RemarkList
    ) {
        func kind(_ problem: PlaylistProblem) -> Ledger.Remark.Kind {
            switch problem.rule {
            case .missingInformation: .unlistedSegment
            case .missingURI where place.isFinal: .missingURI
            case .missingTag, .unknownRendition, .missingAttribute, .malformedAttribute:
                place.isFinal ? .unlistedStream : .oddLines
            default: .oddLines
            }
        }
        let losses = Dictionary(
            grouping: problems.lazy.filter { $0.mayLoseMedia || $0.isUnknownType }, by: kind)
        let kinds: [Ledger.Remark.Kind] = [
            .unlistedSegment, .missingURI, .unlistedStream, .oddLines,
        ]
        for kind in kinds {
            for problem in losses[kind, default: []].prefix(mostLines) {
                remarks.add(kind, SafeText.line("\(problem): \(place.shown)"))
            }
        }
    }

    /// Adds remarks about renditions of one group that a viewer cannot distinguish.
    private static func addTwins(
        of playlist: MultivariantPlaylist, at location: String, to remarks: inout RemarkList
    ) {
        struct Entry: Hashable {
            let group: String
            let option: MediaOption
        }
        var uris: [Entry: String?] = [:]
        for rendition in playlist.renditions where rendition.kind != .video {
            let entry = Entry(group: rendition.groupID, option: MediaOption(rendition))
            guard let first = uris[entry] else {
                uris[entry] = rendition.uri
                continue
            }
            guard first != rendition.uri else { continue }
            let text =
                "\(rendition.kind.rawValue) rendition \"\(rendition.name)\" is listed twice in"
                + " group \"\(rendition.groupID)\", and only the first can be selected: \(location)"
            remarks.add(.oddLines, SafeText.line(text))
        }
    }
}

extension PlaylistProblem {
    /// Whether a rendition is ignored because its type may belong to a later version of HLS.
    fileprivate var isUnknownType: Bool { rule == .unknownValue && tag == "EXT-X-MEDIA" }
}

extension MultivariantPlaylist {
    /// Returns whether a variant stream that may be played names a group of subtitles.
    fileprivate func usesSubtitles(_ group: String, _ choice: Int?) -> Bool {
        guard let choice else { return variants.contains { $0.subtitlesGroup == group } }
        return variants.indices.contains(choice) && variants[choice].subtitlesGroup == group
    }
}
