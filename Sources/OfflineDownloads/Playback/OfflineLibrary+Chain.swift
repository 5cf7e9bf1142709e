package import Sessions

extension OfflineLibrary: OfflineStore {
    package func hasVideo(_ token: String) -> Bool {
        do throws(StoreError) {
            return try catalogue.record(of: OfflineVideoToken(rawValue: token)) != nil
        } catch {
            // The plan of the link fails with the same error.
            return true
        }
    }

    package func innermostLink() -> any SessionProvider { OfflineSessionProvider(library: self) }
}
