extension Catalogue {
    /// Removes a download from the catalogue, and records that its files must still be removed.
    ///
    /// The change is on the disk when the function returns.
    ///
    /// - Returns: Whether there was such a download.
    package func beginDeletion(of token: OfflineVideoToken) throws(StoreError) -> Bool {
        defer { forgetDeletedRows() }
        return try durableTransaction { () throws(StoreError) -> Bool in
            guard try delete(token) else { return false }
            try database.run(
                "INSERT OR IGNORE INTO deletion (token) VALUES (?)", [.text(token.rawValue)])
            return true
        }
    }

    /// Records that the files of a deleted download have been removed.
    func endDeletion(of token: OfflineVideoToken) throws(StoreError) {
        try database.run("DELETE FROM deletion WHERE token = ?", [.text(token.rawValue)])
    }

    /// Returns the deleted downloads whose files must still be removed, in token order.
    package func unfinishedDeletions() throws(StoreError) -> [OfflineVideoToken] {
        guard version >= CatalogueSchema.deletionsVersion else { return [] }
        var tokens: [OfflineVideoToken] = []
        try database.forEach(
            """
            SELECT token FROM deletion WHERE token NOT IN (SELECT token FROM download)
            ORDER BY token
            """
        ) { tokens.append(OfflineVideoToken(rawValue: $0.text())) }
        return tokens
    }
}
