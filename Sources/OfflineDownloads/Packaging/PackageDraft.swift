import Playlists
import Sessions
import Transport
import VirtualTime

/// The properties of a download's source that are known so far.
struct SourceDraft: Sendable {
    /// The absolute location, after redirects.
    var url: String
    /// The requested selection.
    var selection: DownloadSelection
    /// The multivariant playlist; `nil` when the source is a media playlist.
    var playlist: MultivariantPlaylist?
    /// The chosen variant stream.
    var variant: VariantStream?
    var explanation: String?
    var audio: RenditionChoice?
    var subtitles: RenditionChoice?
}

/// The properties of a download's track that are known so far.
struct TrackDraft: Sendable {
    var kind: PackagePlan.Track.Kind
    /// The absolute location of the track's playlist.
    ///
    /// Once the playlist has been read, it is the location after redirects.
    var url: String
    /// The renditions whose media the track contains.
    ///
    /// The main track has renditions only when they refer to the playlist of the variant stream.
    var renditions: [Rendition] = []
    var playlist: MediaPlaylist?
}

/// The results of reading all playlists of a download, from which its plan is made.
struct PackageDraft {
    let source: SourceDraft
    let tracks: [TrackDraft]
    let keys: LocalKeys

    /// Creates the plan.
    ///
    /// - Throws: When a limit is exceeded.
    func plan() throws(OfflineError) -> PackagePlan {
        var plan = PackagePlan()
        plan.licenceKeys = keys.licensed
        plan.variantBandwidth = source.variant.map { Int64($0.bandwidth) }
        plan.explanation = source.explanation
        // A media playlist has no renditions, so all requested languages are missing.
        plan.missingAudio = source.audio?.missing ?? source.selection.audio.wanted
        plan.missingSubtitles = source.subtitles?.missing ?? source.selection.subtitles.wanted
        var budget = LocalTrack.Budget()
        var counts: [PackagePlan.Track.Kind: Int] = [:]
        for track in tracks {
            guard let playlist = track.playlist else { continue }
            let number = plan.tracks.count
            let folder = LocalNames.folder(track.kind, counts[track.kind, default: 0])
            counts[track.kind, default: 0] += 1
            let local = try LocalTrack(
                playlist, from: track.url, kind: track.kind, folder: folder, number: number,
                keys: keys, budget: &budget)
            let name = LocalNames.playlist(in: folder)
            plan.texts.append(PackagePlan.Text(name: name, text: local.playlist.text()))
            plan.tracks.append(
                PackagePlan.Track(
                    kind: track.kind,
                    title: track.kind == .main
                        ? "" : KeptText.line(track.renditions.first?.name ?? ""),
                    language: KeptText.optional(track.renditions.first?.language),
                    playlistName: name, sourceURL: track.url, duration: playlist.duration,
                    bandwidth: bandwidth(of: track, local)))
            plan.resources += local.resources
        }
        let top = top(of: plan)
        plan.texts.append(PackagePlan.Text(name: PackagePlan.topName, text: top.text()))
        plan.onlineTop = onlineTop(over: top)
        return plan
    }

    /// Returns the bandwidth that the playlists declare, in bits per second; zero when unknown.
    private func bandwidth(of track: TrackDraft, _ local: LocalTrack) -> Int64 {
        if track.kind == .main, let variant = source.variant {
            return Int64(variant.averageBandwidth ?? variant.bandwidth)
        }
        var bytes: Int64 = 0
        for resource in local.resources where resource.kind == .segment {
            guard let count = resource.expectedBytes else { return 0 }
            let (sum, overflow) = bytes.addingReportingOverflow(count)
            if overflow { return 0 }
            bytes = sum
        }
        let ticks = local.playlist.duration.ticks
        guard ticks > 0 else { return 0 }
        let bits = Int128(bytes) * 8 * Int128(MediaTime.ticksPerSecond)
        return Int64(clamping: bits / Int128(ticks))
    }

    // MARK: The top playlist

    /// Returns the package's multivariant playlist, even if the source is a media playlist.
    ///
    /// The playlist has one variant stream.
    private func top(of plan: PackagePlan) -> MultivariantPlaylist {
        var top = MultivariantPlaylist()
        top.version = 7
        var variant = localVariant(plan)
        variant.uri = plan.tracks.first?.playlistName ?? ""
        if let playlist = source.playlist {
            top.version = min(max(playlist.version, 7), 13)
            top.hasIndependentSegments = playlist.hasIndependentSegments
            if let start = playlist.start {
                top.start = StartPoint(offset: start.offset, isPrecise: start.isPrecise)
            }
            top.sessionKeys = playlist.sessionKeys.compactMap { keys.local($0, in: source.url) }
            addRenditions(to: &top, of: plan, from: playlist, &variant)
        }
        top.variants = [variant]
        return top
    }

    /// Returns the package's multivariant playlist with further renditions that are not downloaded.
    ///
    /// The renditions are from the groups of the chosen variant stream. Players do not select any
    /// of them automatically. The result is `nil` when there are no further renditions.
    private func onlineTop(over top: MultivariantPlaylist) -> String? {
        guard let playlist = source.playlist, let variant = source.variant,
            !top.variants.isEmpty
        else { return nil }
        var online = top
        let groups: [(Rendition.Kind, String?, String)] = [
            (.audio, variant.audioGroup, "audio"),
            (.subtitles, variant.subtitlesGroup, "subtitles"),
        ]
        for (kind, groupID, group) in groups {
            // Further audio renditions are added only to an existing audio group. Without one, the
            // downloaded audio is part of the variant stream itself.
            guard let groupID, kind == .subtitles || top.variants[0].audioGroup != nil else {
                continue
            }
            for rendition in playlist.renditions(kind, groupID: groupID) {
                guard let uri = rendition.uri,
                    !tracks.contains(where: { $0.renditions.contains(rendition) })
                else { continue }
                let url = URIReference.resolve(uri, against: source.url)
                var offered = local(rendition, group: group, uri: url)
                offered.isDefault = false
                offered.isAutoselect = false
                offered.isForced = false
                online.renditions.append(offered)
                if kind == .subtitles { online.variants[0].subtitlesGroup = group }
            }
        }
        return online.renditions.count > top.renditions.count ? online.text() : nil
    }

    private func localVariant(_ plan: PackagePlan) -> VariantStream {
        guard let source = source.variant else {
            let known = plan.tracks.first?.bandwidth ?? 0
            let bandwidth = known > 0 ? known : SizeEstimate.usualRate
            return VariantStream(uri: "", bandwidth: Int(clamping: bandwidth))
        }
        var variant = VariantStream(uri: "", bandwidth: source.bandwidth)
        variant.averageBandwidth = source.averageBandwidth
        let codecs = leavesOutAudio ? source.codecs.filter { !$0.isAudioCodec } : source.codecs
        variant.codecs = codecs.map(KeptText.line)
        variant.supplementalCodecs = source.supplementalCodecs.map(KeptText.line)
        variant.resolution = source.resolution
        variant.frameRate = source.frameRate
        variant.hdcpLevel = source.hdcpLevel
        variant.videoRange = source.videoRange
        variant.name = source.name.map(KeptText.line)
        if case .some(.none) = source.closedCaptions {
            variant.closedCaptions = VariantStream.ClosedCaptions.none
        }
        return variant
    }

    /// Whether all audio of the variant stream is in playlists of its own, of which none is chosen.
    private var leavesOutAudio: Bool {
        guard let playlist = source.playlist, let variant = source.variant,
            let groupID = variant.audioGroup, source.audio?.streams.isEmpty == true
        else { return false }
        let group = playlist.renditions(.audio, groupID: groupID)
        let main = URIReference.resolve(variant.uri, against: source.url)
        return !group.isEmpty
            && group.allSatisfy { rendition in
                rendition.uri.map { URIReference.resolve($0, against: source.url) != main } ?? false
            }
    }

    private func addRenditions(
        to top: inout MultivariantPlaylist, of plan: PackagePlan,
        from playlist: MultivariantPlaylist, _ variant: inout VariantStream
    ) {
        for (choice, group) in [(source.audio, "audio"), (source.subtitles, "subtitles")] {
            guard let choice else { continue }
            for rendition in choice.embedded + choice.streams {
                guard let uri = localURI(of: rendition, in: plan) else { continue }
                // Subtitle renditions must have a URI, so a rendition without a URI is left out.
                if uri == .embedded, rendition.kind == .subtitles { continue }
                top.renditions.append(local(rendition, group: group, uri: uri.text))
            }
            guard top.renditions.contains(where: { $0.groupID == group }) else { continue }
            if group == "audio" { variant.audioGroup = group }
            if group == "subtitles" { variant.subtitlesGroup = group }
        }
        guard let group = source.variant?.closedCaptionsGroup else { return }
        let captions = playlist.renditions(.closedCaptions, groupID: group)
        if captions.isEmpty { return }
        variant.closedCaptions = .group("captions")
        top.renditions += captions.map { local($0, group: "captions", uri: nil) }
    }

    private enum LocalURI: Equatable {
        case embedded
        case playlist(String)

        var text: String? {
            guard case .playlist(let name) = self else { return nil }
            return name
        }
    }

    /// Returns the location of a rendition in the package; `nil` when it is not included.
    private func localURI(of rendition: Rendition, in plan: PackagePlan) -> LocalURI? {
        if rendition.uri == nil { return .embedded }
        for (index, track) in tracks.enumerated() where track.renditions.contains(rendition) {
            guard plan.tracks.indices.contains(index) else { return nil }
            return track.kind == .main ? .embedded : .playlist(plan.tracks[index].playlistName)
        }
        return nil
    }

    private func local(_ rendition: Rendition, group: String, uri: String?) -> Rendition {
        var local = Rendition(
            rendition.kind, groupID: group, name: KeptText.line(rendition.name), uri: uri)
        local.language = KeptText.optional(rendition.language)
        local.associatedLanguage = KeptText.optional(rendition.associatedLanguage)
        local.isDefault = rendition.isDefault
        local.isAutoselect = rendition.isAutoselect
        local.isForced = rendition.isForced
        local.instreamID = rendition.instreamID.map(KeptText.line)
        local.characteristics = rendition.characteristics.map(KeptText.line)
        local.channels = rendition.channels.map(KeptText.line)
        local.bitDepth = rendition.bitDepth
        local.sampleRate = rendition.sampleRate
        return local
    }
}
