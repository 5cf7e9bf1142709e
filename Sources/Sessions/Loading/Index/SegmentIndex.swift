import Synchronization
import Transport

/// A cache that many simulated worlds share, so that each segment and playlist is read once.
///
/// When an asset is played a thousand times, the environment of the player varies, but the media
/// rarely does. Worlds that share an index read and demux each segment once, and parse each
/// playlist once; a file is read again only when it has changed. Results of injected faults are
/// never stored or returned. The reports of a world are byte-identical with and without an index.
///
/// An index may be used from any thread.
public final class SegmentIndex: Sendable {
    /// The size limit of the contents of the index, in estimated bytes.
    public let byteLimit: Int64

    /// Whether resources of servers are assumed not to change during the life of the index.
    public let holdsRemoteResources: Bool

    /// A stored value, wrapped in an object because casting a large value itself is slow.
    private final class Stored<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private struct Entry {
        let stored: any AnyObject & Sendable
        let byteCount: Int64
        var lastUse: UInt64
    }

    private struct State {
        var entries: [IndexKey: Entry] = [:]
        var byteCount: Int64 = 0
        var clock: UInt64 = 0
        var hits = 0
        var misses = 0
    }

    private let state = Mutex(State())

    /// Creates an empty index.
    ///
    /// - Parameters:
    ///   - byteLimit: The size limit of the contents of the index, in bytes.
    ///   - holdsRemoteResources: Whether resources of servers are assumed not to change.
    public init(byteLimit: Int64 = 256 << 20, holdsRemoteResources: Bool = false) {
        self.byteLimit = max(byteLimit, 0)
        self.holdsRemoteResources = holdsRemoteResources
    }

    /// The number of entries.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The estimated size of the contents of the index, in bytes.
    public var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// The number of successful lookups.
    public var hits: Int { state.withLock { $0.hits } }

    /// The number of failed lookups.
    public var misses: Int { state.withLock { $0.misses } }

    /// Returns the identity of the resource of a request.
    ///
    /// The result is `nil` when only the bytes of the response identify the resource.
    func identity(
        of request: ResourceRequest, with loader: any ResourceLoader
    ) -> ResourceIdentity? {
        // The response of a server may depend on an upload, on header fields and on cookies. The
        // index key contains none of these, so a request with any of them has no identity.
        guard request.upload == nil, request.headers.isEmpty,
            request.access?.jar.isUntouched ?? true
        else { return nil }
        // A loader that changes the bytes of an underlying loader decides whether the changed bytes
        // have an identity.
        return (loader as? any ResourceIdentifying)?
            .identity(of: request, trustsServers: holdsRemoteResources)
    }

    /// Returns a stored value.
    func value<Value: Sendable>(_ key: IndexKey, as type: Value.Type) -> Value? {
        state.withLock { state in
            guard let place = state.entries.index(forKey: key),
                let stored = state.entries.values[place].stored as? Stored<Value>
            else {
                state.misses += 1
                return nil
            }
            state.clock += 1
            state.hits += 1
            state.entries.values[place].lastUse = state.clock
            return stored.value
        }
    }

    /// Stores a value, and removes the least recently used ones if the size limit is exceeded.
    ///
    /// A value larger than a quarter of the size limit is not stored.
    func keep<Value: Sendable>(_ value: Value, byteCount: Int64, as key: IndexKey) {
        guard byteCount <= byteLimit / 4 else { return }
        state.withLock { state in
            state.clock += 1
            state.byteCount += byteCount - (state.entries[key]?.byteCount ?? 0)
            state.entries[key] = Entry(
                stored: Stored(value), byteCount: byteCount, lastUse: state.clock)
            if state.byteCount > byteLimit { Self.makeRoom(in: &state, byteLimit) }
        }
    }

    /// Removes the least recently used entries until the rest fits in three quarters of the limit.
    ///
    /// Many entries are removed at a time, so that the entries rarely have to be sorted by age.
    private static func makeRoom(in state: inout State, _ byteLimit: Int64) {
        let goal = byteLimit / 4 * 3
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.byteCount > goal else { return }
            state.entries[key] = nil
            state.byteCount -= entry.byteCount
        }
    }
}
