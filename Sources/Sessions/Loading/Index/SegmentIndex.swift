import Synchronization
import Transport

/// What many worlds have read, so that none of them reads it again.
///
/// Playing an asset a thousand times over differs in what surrounds the player, and hardly ever in
/// what is read. Worlds that share an index read and demux each segment once, and parse each playlist
/// once; a file is read again only when it has changed. What a request meets on purpose never gets
/// into it, nor comes out of it. A world with an index and one without tell the same, byte for byte.
///
/// It may be used from any thread.
public final class SegmentIndex: Sendable {
    /// How many bytes its contents may take, by its own estimate.
    public let byteLimit: Int64

    /// Whether what servers offer counts as unchanged for as long as the index lives, so that it is
    /// asked for once.
    public let holdsRemoteResources: Bool

    private struct Entry {
        let value: any Sendable
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

    /// Creates an index with nothing in it.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes its contents may take.
    ///   - holdsRemoteResources: Whether what servers offer counts as unchanged.
    public init(byteLimit: Int64 = 256 << 20, holdsRemoteResources: Bool = false) {
        self.byteLimit = max(byteLimit, 0)
        self.holdsRemoteResources = holdsRemoteResources
    }

    /// How many things it has.
    public var count: Int { state.withLock { $0.entries.count } }

    /// How many bytes its contents take, by its own estimate.
    public var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// How often something was there that was looked for.
    public var hits: Int { state.withLock { $0.hits } }

    /// How often something was not there that was looked for.
    public var misses: Int { state.withLock { $0.misses } }

    /// What tells the resource of a request from others; `nil` when nothing does but its bytes.
    func identity(
        of request: ResourceRequest, with loader: any ResourceLoader
    ) -> ResourceIdentity? {
        guard request.upload == nil, request.headers.isEmpty else { return nil }
        // A loader of the player that changes what comes from behind it has the say.
        return (loader as? any ResourceIdentifying)?
            .identity(of: request, trustsServers: holdsRemoteResources)
    }

    /// Looks something up.
    func value<Value: Sendable>(_ key: IndexKey, as type: Value.Type) -> Value? {
        state.withLock { state in
            guard let value = state.entries[key]?.value as? Value else {
                state.misses += 1
                return nil
            }
            state.clock += 1
            state.hits += 1
            state.entries[key]?.lastUse = state.clock
            return value
        }
    }

    /// Takes something in, and lets go of what was not used for longest where there is no room.
    func keep(_ value: any Sendable, byteCount: Int64, as key: IndexKey) {
        guard byteCount <= byteLimit / 4 else { return }
        state.withLock { state in
            state.clock += 1
            state.byteCount += byteCount - (state.entries[key]?.byteCount ?? 0)
            state.entries[key] = Entry(
                value: value, byteCount: byteCount, lastUse: state.clock)
            if state.byteCount > byteLimit { Self.makeRoom(in: &state, byteLimit) }
        }
    }

    /// Lets go of a quarter at a time, so that looking for what is oldest costs little for each.
    private static func makeRoom(in state: inout State, _ byteLimit: Int64) {
        let goal = byteLimit / 4 * 3
        for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard state.byteCount > goal else { return }
            state.entries[key] = nil
            state.byteCount -= entry.byteCount
        }
    }
}
