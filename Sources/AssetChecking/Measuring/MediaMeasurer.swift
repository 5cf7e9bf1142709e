import Containers
package import ContentProtection
import HeadlessPlayback
package import Linting
import Playlists
import Sessions
import SidecarSubtitles
package import Transport
package import VirtualTime

/// Reads and measures the media of an asset's playlists.
package struct MediaMeasurer: Sendable {
    private let asset: LintedAsset
    let loader: any ResourceLoader
    /// A closure that creates the key systems for the keys of one playlist.
    package var makeKeySystems: @Sendable () -> [any KeySystem] = { [IdentityKeySystem()] }
    /// Whether keys with key formats other than `identity` can be obtained.
    package var hasKeys = false
    /// The flag that ends the reading when it is raised.
    package var cancellation = CancellationFlag()
    /// The position up to which media is read; `nil` reads all of it.
    package var limit: MediaTime?
    /// Whether the media is also decoded, not only measured.
    package var decodes = false
    /// The number of playlists that are read at the same time.
    package var streamsAtOnce = 2
    /// A closure that receives the duration of each inspected segment, as soon as it is inspected.
    ///
    /// The second argument is the total duration of all playlists.
    package var progress: @Sendable (MediaTime, MediaTime) -> Void = { _, _ in }

    /// Creates a measurer.
    ///
    /// - Parameters:
    ///   - asset: The playlists of the asset.
    ///   - loader: The source of bytes.
    package init(_ asset: LintedAsset, loader: any ResourceLoader) {
        self.asset = asset
        self.loader = loader
    }

    /// Reads the media of all playlists.
    ///
    /// - Returns: A stream for each media playlist, in the order of the asset. Each stream states
    ///   the reasons if parts of it were not read.
    package func measure() async -> [MeasuredStream] {
        let playlists = asset.mediaPlaylists
        let total = total(of: playlists)
        return await withTaskGroup(of: (Int, MeasuredStream).self) { group in
            var streams = [MeasuredStream?](repeating: nil, count: playlists.count)
            var next = 0
            func start() {
                guard next < playlists.count else { return }
                let place = next
                next += 1
                let playlist = playlists[place]
                group.addTask { (place, measure(playlist, total)) }
            }
            for _ in 0..<max(1, streamsAtOnce) { start() }
            for await (place, stream) in group {
                streams[place] = stream
                start()
            }
            return streams.compactMap(\.self)
        }
    }

    /// Reads the media of all playlists on the calling thread, one after another.
    package func measureInTurn() -> [MeasuredStream] {
        let playlists = asset.mediaPlaylists
        let total = total(of: playlists)
        return playlists.map { measure($0, total) }
    }

    /// Returns the total duration of playlists, each counted only up to the position `limit`.
    private func total(of playlists: [LintedPlaylist]) -> MediaTime {
        playlists.reduce(.zero) { sum, playlist in
            let duration = playlist.media?.duration ?? .zero
            return sum + min(duration, limit ?? duration)
        }
    }

    private func measure(_ playlist: LintedPlaylist, _ total: MediaTime) -> MeasuredStream {
        var stream = MeasuredStream(url: playlist.url)
        stream.furtherUse = playlist.furtherUse
        guard let media = playlist.media else { return stream }
        let rendition = RenditionMedia(url: playlist.url, playlist: media)
        let keys: AssetKeys
        do throws(SessionError) {
            keys = try AssetKeys(
                makeKeySystems(), asset: playlist.url, loader: loader, cancellation: cancellation)
        } catch {
            stream.omission = "\(error)"
            return stream
        }
        var state = ReadState()
        var place = MediaTime.zero
        for (index, listed) in rendition.segments.enumerated() {
            if cancellation.isCancelled {
                stream.ending = "the reading was interrupted at \(place) s"
                break
            }
            if let limit, place >= limit {
                stream.ending = "the media was read to \(place) s, the given limit"
                stream.endsAtLimit = true
                break
            }
            place += listed.segment.duration
            guard !listed.segment.isGap else {
                if isThere(listed.segment, of: rendition) { stream.needlessGaps.append(index) }
                continue
            }
            var measured = MeasuredSegment(
                index: index, url: rendition.location(of: listed.segment))
            if mayRead(listed, of: rendition, keys, into: &measured) {
                if playlist.isOfSubtitles, listed.segment.initializationSection == nil {
                    readText(listed, of: rendition, keys, into: &measured)
                } else {
                    read(listed, of: rendition, keys, into: &measured, &state)
                    if playlist.isOfSubtitles { measured.requireText() }
                }
            } else {
                readStored(listed, of: rendition, into: &measured, &state)
            }
            // A request that was cancelled is not a finding.
            if measured.isLost, cancellation.isCancelled {
                stream.ending =
                    "the reading was interrupted at \(place - listed.segment.duration) s"
                break
            }
            stream.segments.append(measured)
            if !listed.segment.parts.isEmpty {
                stream.partials += readParts(
                    rendition.listedParts(of: listed.number), at: index, of: rendition, keys, state)
            }
            progress(listed.segment.duration, total)
        }
        stream.setDurationsOfOnlyPictures(in: media)
        stream.fillHoles(in: media)
        // If reading ended early, for example at the limit, the partial segments after the last
        // segment are not read.
        if stream.ending == nil {
            stream.partials += readParts(
                rendition.listedParts(of: nil), at: media.segments.count, of: rendition, keys, state
            )
        }
        return stream
    }

    // MARK: Keys

    /// Obtains the keys of a segment, and returns whether the segment can be read.
    ///
    /// If a key is missing, the segment is omitted. The missing key is also a finding if the key
    /// has the `identity` format, or if `hasKeys` states that keys with other key formats can be
    /// obtained.
    func mayRead(
        _ listed: ListedSegment, of rendition: RenditionMedia, _ keys: AssetKeys,
        into measured: inout MeasuredSegment
    ) -> Bool {
        let listedKeys = listed.segment.keys
        guard !listedKeys.isEmpty else { return true }
        let isServed = listedKeys.contains { $0.keyFormat == EncryptionKey.identityFormat }
        func omit(_ reason: String) -> Bool {
            measured.isLost = true
            measured.omission = reason
            return false
        }
        guard isServed || hasKeys else {
            return omit("the media is encrypted, and no key was given")
        }
        do throws(SessionError) {
            _ = try keys.transform(for: listedKeys, playlistURL: rendition.url)
            return true
        } catch {
            measured.problems = [MeasuredProblem("key.unavailable", "\(error)")]
            return omit("the key is not available")
        }
    }

    // MARK: Media

    /// The data from earlier segments that is needed to read later segments of the stream.
    struct ReadState {
        /// The first segment of the stream; later segments may use its parameter sets.
        var first: DemuxedSegment?
        var structure = StructureCheck()
    }

    private func read(
        _ listed: ListedSegment, of rendition: RenditionMedia, _ keys: AssetKeys,
        into measured: inout MeasuredSegment, _ state: inout ReadState
    ) {
        var found: [MeasuredProblem] = []
        do throws(SessionError) {
            let input = try SegmentInput(listed, of: rendition, loader: loader, keys: keys)
            found = state.structure.problems(
                of: measured.index, listed.segment, media: input.stored.media,
                initialization: input.stored.initialization, isOfIFrames: rendition.isIFramesOnly)
            found += Self.unencrypted(input.stored.media, listed.segment)
            if input.provesKey == true, listed.segment.keys.isEmpty {
                found.append(
                    MeasuredProblem(
                        "key.undeclared-encryption", "samples are encrypted, and no key is listed"))
            }
            let segment = try demux(input, at: measured.url, state)
            let isOfOtherFormat = state.first.map { $0.format != segment.format } ?? false
            // After a discontinuity, the media may have other parameter sets.
            let isNew =
                listed.segment.startsDiscontinuity
                && segment.tracks.contains { !$0.parameterSets.isEmpty }
            if state.first == nil || isNew { state.first = segment }
            measured.byteCount = input.media.byteCount ?? segment.byteCount
            measured.isTransportStream = segment.format == .mpegTS
            measured.isPackedAudio = segment.format.isPackedAudio
            measured.tracks = segment.measuredTracks.map(state.structure.completed)
            measured.markers = segment.measuredMarkers
            if measured.track(.video) == nil { measured.digest = input.media.digest }
            if let text = try Self.cues(in: segment, input, listed, of: rendition) {
                measured.cues = text.cues.map {
                    MeasuredCue(start: $0.start, end: $0.end, id: "")
                }
                found += text.losses.map { MeasuredProblem("vtt.cue-lost", "\($0)") }
            }
            measured.unread = segment.problems.compactMap(\.unreadStream)
            measured.problems = segment.problems.compactMap { problem in
                // Players recognize a container by its bytes. As in playback, a wrong name counts
                // only if the container is not the one of the first segment either.
                if case .differentContainer = problem.kind, !isOfOtherFormat { return nil }
                // Splice messages have no timestamps of their own, so a missing timestamp is not a
                // problem in their track.
                let track = segment.tracks.first { $0.description.index == problem.track }
                let isMedia = track.flatMap(MeasuredTrack.init) != nil || problem.track == nil
                return problem.kind == .missingTimestamp && !isMedia
                    ? nil : MeasuredProblem(problem, in: segment.format)
            }
            if !rendition.isIFramesOnly { found += segment.repetitions }
            measured.problems += segment.unreadableMessages
            if measured.track(.video) != nil, !rendition.isIFramesOnly {
                let captions = EmbeddedCaptions(
                    input.media, isTransportStream: measured.isTransportStream)
                measured.captions = captions?.services ?? []
                measured.captionMessageCount = captions?.messageCount
            }
            if rendition.isIFramesOnly { keepPicture(of: segment, listed, in: &measured) }
            if measured.isTransportStream, let count = try? ProgramCount.read(input.stored.media),
                count > 1
            {
                found.append(MeasuredProblem("ts.programs", "the table has \(count) programs"))
            }
            if !rendition.isIFramesOnly, measured.hasUnevenPictures,
                let missing = Self.missingPictures(in: input, segment.format)
            {
                let noun = missing.count == 1 ? "1 picture is" : "\(missing.count) pictures are"
                found.append(
                    MeasuredProblem(
                        "media.lost-frames",
                        "\(noun) missing before \(missing.time) s, by the numbers of the others"))
            }
            measured.add(found)
            if segment.format.isPackedAudio, segment.lacksClock {
                measured.problems.append(
                    MeasuredProblem("packed.no-timestamp", "the audio has no timestamp"))
            }
        } catch {
            measured.isLost = true
            // The byte range of an I-frame ends within a box, so an encrypted I-frame cannot be
            // decrypted by itself.
            if rendition.isIFramesOnly, !error.isOfTransport, isEncrypted(listed, of: rendition) {
                measured.omission = "an encrypted I-frame cannot be read by itself"
                return
            }
            measured.problems = [Self.problem(error, listed.segment)]
            measured.add(found)
        }
    }

    /// Returns the pictures that a segment lacks, according to the numbers of its pictures.
    private static func missingPictures(
        in input: SegmentInput, _ format: ContainerFormat
    ) -> MissingPictures? {
        switch format {
        case .mpegTS: MissingPictures(input.media)
        case .fragmentedMP4:
            input.initialization.flatMap { MissingPictures(input.media, initialization: $0) }
        default: nil
        }
    }

    /// Returns whether the playlist or initialization section states that a segment is encrypted.
    private func isEncrypted(_ listed: ListedSegment, of rendition: RenditionMedia) -> Bool {
        guard listed.segment.keys.isEmpty else { return true }
        let encryption = try? SegmentInput.unlistedEncryption(
            listed.segment, of: rendition, loader: loader)
        return encryption != nil
    }

    /// Reads the boxes of a segment that cannot be decrypted.
    ///
    /// If the segment cannot even be loaded, the failure is recorded as a problem.
    private func readStored(
        _ listed: ListedSegment, of rendition: RenditionMedia,
        into measured: inout MeasuredSegment, _ state: inout ReadState
    ) {
        do throws(SessionError) {
            let input = try SegmentInput(stored: listed, of: rendition, loader: loader)
            let keys = listed.segment.keys
            let count = input.media.byteCount ?? 0
            if keys.contains(where: { $0.method == .aes128 }), count % 16 != 0 {
                measured.problems.append(
                    MeasuredProblem(
                        "key.ciphertext-size",
                        "\(count) bytes are not a multiple of 16, the size of a block"))
            }
            measured.add(
                state.structure.problems(
                    of: measured.index, listed.segment, media: input.media,
                    initialization: input.initialization, isOfIFrames: rendition.isIFramesOnly)
                    + Self.unencrypted(input.media, listed.segment))
            measured.storedTracks = state.structure.tracks
        } catch {
            guard error.isOfTransport else { return }
            measured.omission = nil
            measured.problems.append(Self.problem(error, listed.segment))
        }
    }

    /// Returns the problem that a transport stream under SAMPLE-AES is not encrypted.
    ///
    /// Playback reads such a stream as its program map describes it. A player that decrypts every
    /// segment that has a key cannot play it.
    ///
    /// - Parameters:
    ///   - media: The bytes as they are stored.
    ///   - segment: The segment as it is listed.
    /// - Returns: An array with the problem; empty when there is none.
    private static func unencrypted(
        _ media: any ContainerInput, _ segment: MediaSegment
    ) -> [MeasuredProblem] {
        guard segment.keys.contains(where: { $0.method == .sampleAES }) else { return [] }
        let streams = ClearStreams.read(media)
        guard !streams.isEmpty else { return [] }
        return [
            MeasuredProblem(
                "key.unencrypted-media",
                "no stream is encrypted: \(streams.joined(separator: ", "))")
        ]
    }

    /// Replaces the results of an I-frame segment with the results of its first picture.
    ///
    /// The byte range of the segment ends with the picture, in the middle of a packet or box. So a
    /// truncated packet or box is not a problem, and only the picture is kept with its own damage.
    private func keepPicture(
        of segment: DemuxedSegment, _ listed: ListedSegment, in measured: inout MeasuredSegment
    ) {
        let isCut = segment.problems.contains { $0.kind == .truncated || $0.kind == .corruptSample }
        measured.problems = []
        guard let picture = segment.firstPicture(lasting: listed.segment.duration) else {
            measured.problems = [
                MeasuredProblem("media.iframe-not-single", "it does not start with an I-frame")
            ]
            return
        }
        if picture.tracks.contains(where: { !$0.brokenFrames.isEmpty }) {
            measured.problems = [
                MeasuredProblem("media.undecodable", "the I-frame cannot be decoded")
            ]
        }
        // A transport packet has bytes of only one picture, so the packet that the byte range
        // truncates cannot contain a second picture. If there is a second one, the segment really
        // has two pictures, and its tracks remain as they were measured.
        let count = segment.tracks.first { $0.description.kind == .video }?.sampleCount ?? 0
        guard isCut, segment.format != .mpegTS || count < 2 else { return }
        measured.tracks = picture.tracks.compactMap(MeasuredTrack.init)
    }

    /// Returns the problem of a partial segment that could not be loaded or read.
    static func unreadablePart(_ error: SessionError) -> MeasuredProblem {
        MeasuredProblem("part.unreadable", "\(error)")
    }

    /// Returns the problem of a segment that could not be loaded or read.
    static func problem(_ error: SessionError, _ segment: MediaSegment) -> MeasuredProblem {
        let text = "\(error)"
        if case .transport = error {
            let isRange = segment.byteRange != nil && text.contains("range")
            return MeasuredProblem(
                isRange ? "segment.byterange-beyond-end" : "segment.missing-file", text)
        }
        if case .decryption(let cause, _) = error, let cause = cause.error as? DecryptionError {
            switch cause.reason {
            case .keyLength: return MeasuredProblem("key.size", text)
            case .missingKey where segment.keys.isEmpty:
                return MeasuredProblem("key.undeclared-encryption", text)
            case .ciphertextLength: return MeasuredProblem("key.ciphertext-size", text)
            case .schemeMismatch: return MeasuredProblem("key.scheme-mismatch", text)
            default: break
            }
        }
        let isFragment = segment.uri.hasSuffix("4s") || segment.uri.hasSuffix("mp4")
        if segment.initializationSection == nil, isFragment {
            return MeasuredProblem("segment.map-missing", "\(text): there is no EXT-X-MAP")
        }
        return MeasuredProblem("segment.unreadable", text)
    }
}

extension MeasuredSegment {
    /// Adds a problem if the segment was read and has tracks, but no text track.
    fileprivate mutating func requireText() {
        guard !tracks.isEmpty, track(.text) == nil else { return }
        let kinds = tracks.map(\.kind.rawValue).joined(separator: " and ")
        problems.append(MeasuredProblem("vtt.no-text", "the segment has \(kinds), and no text"))
    }

    /// Whether pictures are unevenly spaced in time, or too few to show an even spacing.
    fileprivate var hasUnevenPictures: Bool {
        tracks.contains { $0.kind == .video && ($0.fastestRate != nil || $0.sampleCount <= 12) }
    }

    /// Adds the problems of boxes, except problems that were already found in the samples.
    fileprivate mutating func add(_ found: [MeasuredProblem]) {
        var known = Set(problems.map(\.code))
        if tracks.contains(where: { $0.kind == .audio && !$0.holes.isEmpty }) {
            known.insert("media.lost-frames")
        }
        // If data is missing at the end of a segment, the segment may be unreadable for that
        // reason, so the missing data is not reported too.
        if known.contains("segment.unreadable") { known.insert("fmp4.data-outside") }
        problems += found.filter { !known.contains($0.code) }
    }
}

extension SessionError {
    /// Whether the error states that a resource could not be loaded.
    fileprivate var isOfTransport: Bool {
        if case .transport = self { return true }
        return false
    }
}

extension RenditionMedia {
    /// Whether the playlist lists only I-frames.
    fileprivate var isIFramesOnly: Bool { playlist.isIFramesOnly }
}
