import HeadlessPlayback
import Playlists
import Sessions

/// The division of an asset's streams into playbacks, so that each stream is played once.
struct SurveyPlan {
    /// The streams that are played together.
    struct Choice {
        var streams: StreamChoice
        /// Whether the variant stream itself is examined; `false` if only its renditions are read.
        var isVariant: Bool
    }

    private(set) var choices: [Choice] = []

    /// Plans the playbacks of the streams that have not been played yet.
    ///
    /// - Parameters:
    ///   - playlist: The multivariant playlist of the asset.
    ///   - variants: The indices of the variant streams to examine; `nil` means all.
    ///   - known: The streams that have been played.
    init(_ playlist: MultivariantPlaylist, variants: [Int]?, known: Set<StreamKey>) {
        let wanted = variants ?? Array(playlist.variants.indices)
        for place in wanted where !known.contains(.variant(place)) {
            choices.append(
                Choice(streams: StreamChoice(variant: place), isVariant: true))
        }
        let places = wanted.filter(playlist.variants.indices.contains)
        var known = known
        for rendition in playlist.renditions where rendition.uri != nil {
            guard rendition.kind == .audio || rendition.kind == .subtitles else { continue }
            let key = StreamKey.rendition(
                rendition.kind, group: rendition.groupID, name: rendition.name,
                language: rendition.language)
            guard !known.contains(key) else { continue }
            let hosts = places.filter {
                let variant = playlist.variants[$0]
                let group =
                    rendition.kind == .audio ? variant.audioGroup : variant.subtitlesGroup
                return group == rendition.groupID
            }
            guard let host = hosts.first else { continue }
            known.insert(key)
            add(rendition, hosts, host)
        }
    }

    private mutating func add(_ rendition: Rendition, _ hosts: [Int], _ host: Int) {
        let option = MediaOption(rendition)
        let isAudio = rendition.kind == .audio
        let free = choices.firstIndex { choice in
            hosts.contains(choice.streams.variant)
                && (isAudio ? choice.streams.audio : choice.streams.subtitles) == nil
        }
        let place = free ?? choices.count
        if free == nil {
            choices.append(Choice(streams: StreamChoice(variant: host), isVariant: false))
            choices[place].streams.readsSubtitlesAlone = true
        }
        if isAudio {
            choices[place].streams.audio = option
            choices[place].streams.readsSubtitlesAlone = false
        } else {
            choices[place].streams.subtitles = option
        }
    }
}
