import Playlists

/// A key of a download that needs a licence, and the licence once it is stored.
package struct StoredLicence: Sendable, Equatable {
    /// The index of the key in the download, counted from zero.
    package var ordinal: Int
    package var key: PackagePlan.LicenceKey
    /// The secret of the licence, encrypted with the sealing key of the store.
    ///
    /// `nil` while there is no licence.
    package var sealed: [UInt8]?
}

extension Catalogue {
    /// Replaces the keys for which a download needs licences; licences of unchanged keys remain.
    package func setLicenceKeys(
        _ keys: [PackagePlan.LicenceKey], of token: OfflineVideoToken
    ) throws(StoreError) {
        try transaction { () throws(StoreError) in
            let id = SQLValue.integer(try self.id(of: token))
            let kept = try licences(of: token).filter { $0.sealed != nil }
            try database.run("DELETE FROM licence WHERE download = ?", [id])
            for (ordinal, key) in keys.enumerated() {
                let sealed = kept.first { Self.isSame($0.key, key) }?.sealed
                try database.run(
                    "INSERT INTO licence VALUES (?, ?, ?, ?, ?)",
                    [
                        id, SQLValue(ordinal), .text(try StoredJSON.text(key.key.stored)),
                        .text(key.playlistURL), SQLValue(sealed),
                    ])
            }
        }
    }

    /// Returns whether a licence for one key is also valid for the other.
    ///
    /// The licence is valid for both if the keys have the same URI and the same key format.
    private static func isSame(
        _ one: PackagePlan.LicenceKey, _ other: PackagePlan.LicenceKey
    ) -> Bool {
        one.key.uri == other.key.uri && one.key.keyFormat == other.key.keyFormat
    }

    /// Stores or removes the licence of a key.
    ///
    /// - Parameters:
    ///   - sealed: The encrypted secret of the licence; `nil` removes the licence.
    ///   - ordinal: The index of the key in the download, counted from zero.
    ///   - token: The token of the download.
    /// - Throws: `StoreError.unknownToken` when there is no such download or key.
    package func setLicence(
        _ sealed: [UInt8]?, ordinal: Int, of token: OfflineVideoToken
    ) throws(StoreError) {
        let changed = try database.run(
            "UPDATE licence SET sealed = ? WHERE download = ? AND ordinal = ?",
            [SQLValue(sealed), .integer(try id(of: token)), SQLValue(ordinal)])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Removes all licences of a download; its keys remain.
    package func removeLicences(of token: OfflineVideoToken) throws(StoreError) {
        try database.run(
            "UPDATE licence SET sealed = NULL WHERE download = ?", [.integer(try id(of: token))])
    }

    /// Returns the keys of a download with their licences, in plan order.
    package func licences(of token: OfflineVideoToken) throws(StoreError) -> [StoredLicence] {
        var licences: [StoredLicence] = []
        try database.forEach(
            """
            SELECT ordinal, contentKey, playlistURL, sealed FROM licence
            WHERE download = ? ORDER BY ordinal
            """, [.integer(try id(of: token))]
        ) { row throws(StoreError) in
            let ordinal = row.count()
            guard
                let key = EncryptionKey(
                    stored: try StoredJSON.value(row.text(), of: token, in: database.path))
            else {
                throw corrupt("a key of \(token)")
            }
            let named = PackagePlan.LicenceKey(key, playlistURL: row.text())
            licences.append(
                StoredLicence(ordinal: ordinal, key: named, sealed: row.optionalBlob()))
        }
        return licences
    }
}
