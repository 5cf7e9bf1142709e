import Playlists

/// A key of a download and the licence that is kept for it.
package struct StoredLicence: Sendable, Equatable {
    /// Its place among the keys of the download, counted from zero.
    package var ordinal: Int
    package var key: PackagePlan.LicenceKey
    /// The secret of the licence, unreadable without the key of the store; `nil` without a licence.
    package var sealed: [UInt8]?
}

extension Catalogue {
    /// Writes down for which keys a download needs licences; those that are there already stay.
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

    /// Whether a licence for one key serves for the other: keys are told apart by where they are.
    private static func isSame(
        _ one: PackagePlan.LicenceKey, _ other: PackagePlan.LicenceKey
    ) -> Bool {
        one.key.uri == other.key.uri && one.key.keyFormat == other.key.keyFormat
    }

    /// Keeps the licence of a key, or forgets it.
    ///
    /// - Parameters:
    ///   - sealed: The sealed secret; `nil` forgets the licence.
    ///   - ordinal: The place of the key.
    ///   - token: The download.
    /// - Throws: `StoreError.unknownToken` when there is no such key.
    package func setLicence(
        _ sealed: [UInt8]?, ordinal: Int, of token: OfflineVideoToken
    ) throws(StoreError) {
        let changed = try database.run(
            "UPDATE licence SET sealed = ? WHERE download = ? AND ordinal = ?",
            [SQLValue(sealed), .integer(try id(of: token)), SQLValue(ordinal)])
        guard changed > 0 else { throw .unknownToken(token) }
    }

    /// Forgets all licences of a download; its keys stay.
    package func removeLicences(of token: OfflineVideoToken) throws(StoreError) {
        try database.run(
            "UPDATE licence SET sealed = NULL WHERE download = ?", [.integer(try id(of: token))])
    }

    /// The keys of a download with their licences, in the order of its plan.
    package func licences(of token: OfflineVideoToken) throws(StoreError) -> [StoredLicence] {
        var licences: [StoredLicence] = []
        try database.forEach(
            """
            SELECT ordinal, contentKey, playlistURL, sealed FROM licence
            WHERE download = ? ORDER BY ordinal
            """, [.integer(try id(of: token))]
        ) { row throws(StoreError) in
            let ordinal = row.count()
            guard let key = EncryptionKey(stored: try json(row.text(), of: token)) else {
                throw corrupt("a key of \(token)")
            }
            let named = PackagePlan.LicenceKey(key, playlistURL: row.text())
            licences.append(
                StoredLicence(ordinal: ordinal, key: named, sealed: row.optionalBlob()))
        }
        return licences
    }
}
