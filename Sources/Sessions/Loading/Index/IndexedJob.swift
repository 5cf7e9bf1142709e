import Containers
import Playlists
import Presentation
import Transport
import VirtualTime

/// A job whose outcome can be shared with other playback worlds.
protocol IndexedJob: ReadingJob {
    /// The inputs that determine the outcome, apart from the resource; `nil` if unknown.
    var purpose: IndexKey.Purpose? { get }

    /// Performs an attempt, on a worker thread.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - key: The key of the outcome in the cache; `nil` when the outcome is not stored.
    /// - Returns: The outcome of the attempt.
    func run(_ attempt: FetchAttempt, as key: IndexKey?) -> FetchOutcome<Value>

    /// Returns whether an outcome may be stored until the resource changes.
    static func lasts(_ value: Value) -> Bool

    /// Returns the approximate memory use of an outcome.
    static func footprint(of value: Value) -> Int64
}

extension IndexedJob {
    static func lasts(_ value: Value) -> Bool { true }

    func run(_ attempt: FetchAttempt, as key: IndexKey?) -> FetchOutcome<Value> { run(attempt) }

    /// Prepares the job, unless its outcome is already available.
    package func prepare(
        _ attempt: FetchAttempt, on workers: Workers
    ) -> PendingResult<FetchOutcome<Value>> {
        // The response of a simulated broadcast is computed, which takes less time than a switch to
        // another thread.
        if ResourceScheme(of: attempt.request.url) == .live { return PendingResult(run(attempt)) }
        guard let index = attempt.index, let purpose,
            let resource = index.identity(of: attempt.request, with: attempt.loader)
        else { return workers.prepare { [self] in run(attempt) } }
        let key = IndexKey(resource, attempt.request, purpose)
        if let known = index.value(key, as: FetchOutcome<Value>.self) {
            return PendingResult(known)
        }
        return workers.prepare { [self] in
            let outcome = run(attempt, as: key)
            // The outcome is stored only if the file did not change while it was read. Otherwise,
            // the outcome may match neither the old contents of the file nor the new contents.
            if case .success(let value) = outcome.result, !outcome.isStored, Self.lasts(value),
                index.identity(of: attempt.request, with: attempt.loader) == resource
            {
                index.keep(outcome, byteCount: Self.footprint(of: value), as: key)
            }
            return outcome
        }
    }
}

extension PlaylistJob: IndexedJob {
    var purpose: IndexKey.Purpose? {
        .playlist(request.kind, importedVariables: importedVariables)
    }

    /// Returns whether a playlist may be stored; its server must not add segments to it.
    ///
    /// The result is `false` for a media playlist without `EXT-X-ENDLIST`, even if the resources of
    /// the server are assumed not to change.
    static func lasts(_ value: LoadedPlaylist) -> Bool {
        if case .media(let playlist) = value.playlist { playlist.hasEndList } else { true }
    }

    static func footprint(of value: LoadedPlaylist) -> Int64 {
        switch value.playlist {
        case .media(let playlist): 1024 + 512 * Int64(playlist.segments.count)
        case .multivariant(let playlist):
            1024 + 1024 * Int64(playlist.variants.count + playlist.renditions.count)
        }
    }
}

extension InitializationJob: IndexedJob {
    var purpose: IndexKey.Purpose? {
        let keys = context.segment.initializationSection?.keys ?? []
        return IndexKey.Surroundings(transforms, context, keys: keys)
            .map(IndexKey.Purpose.initializationSection)
    }

    static func footprint(of value: ReadSection) -> Int64 { 1024 + 2 * value.body.byteCount }
}

extension SegmentJob: IndexedJob {
    var purpose: IndexKey.Purpose? {
        // An initialization section has no cache key if a fault was injected into its request. In
        // this case, the outcome is not stored either.
        if initialization != nil, initialization?.key == nil { return nil }
        // If the caller needs the source bytes, the resource must be read again, because the index
        // stores only results.
        if keepsSource { return nil }
        var reader: [UInt8] = []
        if let subtitleReader {
            guard let identity = (subtitleReader as? any IdentifiedByContents)?.identity else {
                return nil
            }
            reader = identity
        }
        let sets = first?.tracks.filter { !$0.parameterSets.isEmpty }.map {
            IndexKey.InheritedSet(track: $0.description.id, bytes: $0.parameterSets)
        }
        let reading = IndexKey.Reading(
            level: demuxer.level, demuxer: demuxer.demuxer, initialization: initialization?.key,
            inheritedSets: sets ?? [],
            isNegligible: isNegligible, subtitleReader: reader)
        return IndexKey.Surroundings(transforms, context, keys: context.segment.keys)
            .map { .segment($0, reading) }
    }

    static func footprint(of value: ReadSegment) -> Int64 {
        let tracks = value.media.tracks.reduce(Int64(0)) { sum, track in
            let spanCount =
                track.holes.count + track.brokenFrames.count + track.repeatedSpans.count
            return sum + 512 + Int64(track.parameterSets.count + track.keyframes.count * 8)
                + Int64(spanCount * 16)
        }
        let metadata = value.media.timedMetadata.reduce(Int64(0)) { sum, entry in
            switch entry.content {
            case .id3(let frames): sum + 256 + 1024 * Int64(frames.count)
            case .event(let message): sum + 256 + Int64(message.data.count)
            // The size of a splice section is at most 4,096 bytes.
            case .splice: sum + 4096
            }
        }
        let cues = value.cues?.cues.reduce(Int64(0)) {
            $0 + 512 + 2 * Int64($1.text.utf8.count)
        }
        return 2048 + tracks + metadata + (cues ?? 0)
    }
}
