import Playlists
import Synchronization
import VirtualTime

/// A cache of a rendition's listed segments, so that the next playlist does not create them again.
///
/// A listed segment is determined by its key. The cache changes no response, so origins with
/// different caches are equal.
final class ListingMemo: Sendable, Equatable {
    /// The inputs of a listed segment.
    struct Key: Equatable {
        var sequence: Int
        var generation: Int
        var revision: Int
        var listsParts: Bool
    }

    /// A listed segment, and the item that it lists.
    ///
    /// All playlists with the segment refer to it.
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

    /// The content of a memo.
    struct State {
        /// The maximum number of cached segments, which bounds the memory.
        private static let most = 16_384

        /// The entries, in the places of the remainders of their media sequence numbers.
        private var entries = [Entry?](repeating: nil, count: 64)
        /// The newest playlist, and its state.
        var newest: (version: PlaylistVersion, playlist: MediaPlaylist)?

        /// The newest edge without its parts, and the first listed segment.
        var start: (generation: Int, end: Int, first: Int)?

        /// Makes room for two playlists with a number of segments, so that those of a sliding window
        /// replace earlier ones.
        mutating func makeRoom(for count: Int) {
            let needed = min(Self.most, count * 2)
            var room = entries.count
            guard needed > room else { return }
            while room < needed { room *= 2 }
            entries = [Entry?](repeating: nil, count: room)
        }

        /// Returns the segment of a key, and creates it unless it is cached.
        mutating func entry(_ key: Key, make: () -> Entry?) -> Entry? {
            let place = key.sequence % entries.count
            if let known = entries[place], known.key == key { return known }
            let entry = make()
            if let entry { entries[place] = entry }
            return entry
        }

        /// The listed parts of the newest segment that is not complete.
        private var open: (key: Key, parts: [PartialSegment])?

        /// Returns the first parts of a segment that is not complete, and creates the new ones.
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

        /// The states at the latest times, and the place of the oldest one.
        fileprivate var versions: [(time: MediaTime, version: PlaylistVersion?)] = []
        fileprivate var oldest = 0
    }

    private let state = Mutex(State())

    static func == (_: ListingMemo, _: ListingMemo) -> Bool { true }

    /// Returns the first listed segment of an edge, which is found unless it is the newest edge.
    ///
    /// - Parameters:
    ///   - edge: The edge.
    ///   - find: Finds the segment, near an assumption if there is one.
    /// - Returns: The segment.
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

    /// The number of states that are kept: those of a request and of the instant until which it is
    /// held, for a few renditions and clients.
    private static let mostVersions = 4

    /// Returns the state at a time, which is found unless it is that of one of the latest times.
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

    /// Creates a playlist that does not become the newest one, from cached segments where possible.
    func change(_ make: (inout State) -> MediaPlaylist) -> MediaPlaylist {
        state.withLock { make(&$0) }
    }

    /// Returns the playlist of a state, and creates it unless it is the newest one.
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
