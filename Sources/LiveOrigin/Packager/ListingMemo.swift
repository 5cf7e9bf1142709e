import Playlists
import Synchronization
import VirtualTime

/// A cache of a rendition's listed segments, which later playlists use again.
///
/// A listed segment depends only on the values in its `Key`. The cache does not change any
/// response, so it is ignored when origins are compared.
final class ListingMemo: Sendable, Equatable {
    /// The values that determine a listed segment.
    struct Key: Equatable {
        var sequence: Int
        var generation: Int
        var revision: Int
        var listsParts: Bool
    }

    /// A listed segment, and its item in the broadcast.
    ///
    /// All playlists that list the segment share this object.
    final class Entry: Sendable {
        let key: Key
        let segment: MediaSegment
        let item: ProgrammeItem

        init(_ key: Key, _ segment: MediaSegment, of item: ProgrammeItem) {
            self.key = key
            self.segment = segment
            self.item = item
        }
    }

    /// The content of the cache.
    struct State {
        /// The maximum number of cached segments, which bounds the memory.
        private static let most = 16_384

        /// The cached segments.
        ///
        /// The index of a segment is its media sequence number modulo the array's length.
        private var entries = [Entry?](repeating: nil, count: 64)
        /// The newest cached playlist, and the state from which the playlist was made.
        var newest: (version: PlaylistVersion, playlist: MediaPlaylist)?

        /// The latest cached live edge, and the first segment that a playlist with this edge lists.
        ///
        /// The live edge is stored without its number of parts, because the first listed segment
        /// depends only on complete segments.
        var start: (generation: Int, end: Int, first: Int)?

        /// Grows the cache, so that it has room for two playlists with `count` segments each.
        ///
        /// With this room, the new segments of a sliding window replace only segments that have
        /// left the window.
        mutating func makeRoom(for count: Int) {
            let needed = min(Self.most, count * 2)
            var room = entries.count
            guard needed > room else { return }
            while room < needed { room *= 2 }
            entries = [Entry?](repeating: nil, count: room)
        }

        /// Returns the entry for a cache key, and creates the entry unless it is cached.
        mutating func entry(_ key: Key, make: () -> Entry?) -> Entry? {
            let place = key.sequence % entries.count
            if let known = entries[place], known.key == key { return known }
            let entry = make()
            if let entry { entries[place] = entry }
            return entry
        }

        /// The listed parts of the newest segment, which is incomplete.
        private var open: (key: Key, parts: [PartialSegment])?

        /// Returns the first parts of an incomplete segment, and creates parts that are not cached.
        mutating func parts(
            _ count: Int, of key: Key, make: (Int) -> PartialSegment
        ) -> [PartialSegment] {
            var parts: [PartialSegment] = []
            if let open, open.key == key { parts = open.parts }
            guard parts.count <= count else { return Array(parts[..<count]) }
            for index in parts.count..<count { parts.append(make(index)) }
            open = (key, parts)
            return parts
        }

        /// The latest queried playlist states, and the index of the oldest one.
        fileprivate var versions: [(time: MediaTime, version: PlaylistVersion?)] = []
        fileprivate var oldest = 0
    }

    private let state = Mutex(State())

    static func == (_: ListingMemo, _: ListingMemo) -> Bool { true }

    /// Returns the first segment of the playlist whose live edge is `edge`.
    ///
    /// The segment is taken from the cache if possible.
    ///
    /// - Parameters:
    ///   - edge: The live edge.
    ///   - find: Finds the segment when it is not cached; receives the probable number of the
    ///     segment, or `nil` when there is no estimate.
    /// - Returns: The media sequence number of the segment.
    func first(of edge: RenditionSchedule.Edge, find: (_ assumed: Int?) -> Int) -> Int {
        state.withLock { state in
            if let start = state.start, start.generation == edge.generation,
                start.end == edge.end
            {
                return start.first
            }
            let first = find(state.start.map { edge.end - ($0.end - $0.first) })
            state.start = (edge.generation, edge.end, first)
            return first
        }
    }

    /// The maximum number of cached playlist states.
    ///
    /// A request that the origin holds needs two states: one at its arrival and one at its
    /// response. Four states suffice for a few renditions and clients.
    private static let mostVersions = 4

    /// Returns the playlist state at a given time, from the cache or else from `find`.
    func version(at time: MediaTime, find: () -> PlaylistVersion?) -> PlaylistVersion? {
        let known = state.withLock { state in state.versions.first { $0.time == time } }
        if let known { return known.version }
        let version = find()
        state.withLock { state in
            guard state.versions.count == Self.mostVersions else {
                return state.versions.append((time, version))
            }
            state.versions[state.oldest] = (time, version)
            state.oldest = (state.oldest + 1) % Self.mostVersions
        }
        return version
    }

    /// Returns the playlist that `make` creates from the cached segments, but does not cache it.
    func change(_ make: (inout State) -> MediaPlaylist) -> MediaPlaylist {
        state.withLock { make(&$0) }
    }

    /// Returns the cached newest playlist if it has the given state, and otherwise creates one.
    func playlist(
        _ version: PlaylistVersion, make: (inout State) -> MediaPlaylist
    ) -> MediaPlaylist {
        state.withLock { state in
            if let newest = state.newest, newest.version == version { return newest.playlist }
            let playlist = make(&state)
            state.newest = (version, playlist)
            return playlist
        }
    }
}
