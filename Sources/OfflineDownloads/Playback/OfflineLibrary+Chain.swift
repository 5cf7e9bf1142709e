package import Sessions

extension OfflineLibrary: OfflineStore {
    package func hasVideo(_ token: String) -> Bool {
        do throws(StoreError) {
            return try catalogue.record(of: OfflineVideoToken(rawValue: token)) != nil
        } catch {
            // The result is `true` so that `OfflineSessionProvider.plan(for:)` reads the same
            // record and reports the error.
            return true
        }
    }

    package func innermostLink() -> any SessionProvider { OfflineSessionProvider(library: self) }
}
