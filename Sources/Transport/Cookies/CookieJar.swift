import Synchronization
import VirtualTime

/// The cookies of an app's default store, which any thread may use.
package final class CookieJar: Sendable {
    private let store = Mutex(CookieStore())
    private let hasReceived = Atomic<Bool>(false)

    /// Creates an empty jar.
    package init() {}

    /// Whether no server has set a cookie yet.
    package var isUntouched: Bool { !hasReceived.load(ordering: .acquiring) }

    func keep(
        _ field: SetCookie, from origin: HTTPOrigin, path: String, date: Int64?, at now: Instant
    ) {
        hasReceived.store(true, ordering: .releasing)
        store.withLock { $0.keep(field, from: origin, path: path, date: date, at: now) }
    }

    func cookies(
        for origin: HTTPOrigin, path: String, at now: Instant
    ) -> [CookieStore.Cookie] {
        isUntouched ? [] : store.withLock { $0.cookies(for: origin, path: path, at: now) }
    }
}
