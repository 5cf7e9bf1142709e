package import Sessions

extension OfflineLibrary: OfflineStore {
    package func hasVideo(_ token: String) -> Bool {
        do throws(StoreError) {
            return try catalogue.record(of: OfflineVideoToken(rawValue: token)) != nil
        } catch {
            // The error is not lost: `OfflineSessionProvider.plan(for:)` reads the same record and
            // fails with it.
            return true
        }
    }

    package func innermostLink() -> any SessionProvider { OfflineSessionProvider(library: self) }
}
