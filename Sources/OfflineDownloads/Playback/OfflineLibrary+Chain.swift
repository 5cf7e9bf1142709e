package import Sessions

extension OfflineLibrary: OfflineStore {
    package func hasVideo(_ token: String) -> Bool {
        do throws(StoreError) {
            return try catalogue.record(of: OfflineVideoToken(rawValue: token)) != nil
        } catch {
            // The record cannot be read. The result is `true`, so that
            // `OfflineSessionProvider.plan(for:)` also tries to read the record and reports the
            // error.
            return true
        }
    }

    package func innermostLink() -> any SessionProvider { OfflineSessionProvider(library: self) }
}
