import Sessions

extension Catalogue {
    /// Stores the plan of a download and replaces an earlier plan.
    ///
    /// If the new plan continues the earlier one, the rows of stored files remain. Licences remain
    /// for all keys that the new plan contains.
    ///
    /// - Parameters:
    ///   - plan: The new plan.
    ///   - token: The token of the download.
    /// - Returns: Whether the stored files remain valid; if not, the caller must remove them.
    /// - Throws: When there is no such download.
    @discardableResult
    package func setPlan(
        _ plan: PackagePlan, of token: OfflineVideoToken
    ) throws(StoreError) -> Bool {
        try transaction { () throws(StoreError) -> Bool in
            let id = SQLValue.integer(try self.id(of: token))
            let old = try storedPlan(of: token)
            let isContinuation = old.isEmpty || plan.isContinuation(of: old)
            let known = isContinuation ? try resources(of: token).map(\.file) : []
            for table in ["plan", "track", "resource", "document"] {
                try database.run("DELETE FROM \(table) WHERE download = ?", [id])
            }
            try insert(plan, known: known, as: id)
            try setLicenceKeys(plan.licenceKeys, of: token)
            return isContinuation
        }
    }

    private func insert(
        _ plan: PackagePlan, known: [StoredFile?], as id: SQLValue
    ) throws(StoreError) {
        try database.run(
            "INSERT INTO plan VALUES (?, ?, ?, ?, ?)",
            [
                id, SQLValue(plan.variantBandwidth), SQLValue(plan.explanation),
                .text(try StoredJSON.text(.texts(plan.missingAudio))),
                .text(try StoredJSON.text(.texts(plan.missingSubtitles))),
            ])
        for (ordinal, track) in plan.tracks.enumerated() {
            try database.run(
                TrackRow.insertion, [id, SQLValue(ordinal)] + TrackRow.values(of: track))
        }
        for (ordinal, resource) in plan.resources.enumerated() {
            let file = ordinal < known.count ? known[ordinal] : nil
            let stored = StoredResource(ordinal: ordinal, resource: resource, file: file)
            try database.run(ResourceRow.insertion, [id] + ResourceRow.values(of: stored))
        }
        var texts = plan.texts
        if let top = plan.onlineTop { texts.append(PackagePlan.Text(Self.onlineTopName, top)) }
        for (ordinal, text) in texts.enumerated() {
            try database.run(
                "INSERT INTO document VALUES (?, ?, ?, ?)",
                [id, SQLValue(ordinal), .text(text.name), .text(text.text)])
        }
    }

    /// The row name of the playlist for players with a network; no file can have this name.
    private static let onlineTopName = ":online"

    /// Returns whether a download has a plan.
    package func hasPlan(of token: OfflineVideoToken) throws(StoreError) -> Bool {
        let id = SQLValue.integer(try self.id(of: token))
        return try database.first("SELECT 1 FROM plan WHERE download = ?", [id]) { _ in true }
            ?? false
    }

    /// Returns the multivariant playlist for players with a network.
    ///
    /// `nil` when these players also use the multivariant playlist of the package.
    package func onlineTop(of token: OfflineVideoToken) throws(StoreError) -> String? {
        let id = SQLValue.integer(try self.id(of: token))
        return try database.first(
            "SELECT text FROM document WHERE download = ? AND name = ?",
            [id, .text(Self.onlineTopName)]
        ) { $0.text() }
    }

    /// Returns the requested languages that the asset of a download lacks.
    ///
    /// - Returns: The languages of audio and of subtitles; both are empty while the plan of the
    ///   download is unknown.
    package func missingLanguages(
        of token: OfflineVideoToken
    ) throws(StoreError) -> (audio: [String], subtitles: [String]) {
        let id = SQLValue.integer(try self.id(of: token))
        let found = try database.first(
            "SELECT missingAudio, missingSubtitles FROM plan WHERE download = ?", [id]
        ) { row throws(StoreError) -> (audio: [String], subtitles: [String]) in
            let audio = try StoredJSON.value(row.text(), of: token, in: database.path).texts
            return (audio, try StoredJSON.value(row.text(), of: token, in: database.path).texts)
        }
        return found ?? ([], [])
    }

    /// Returns the plan of a download; `nil` while it is unknown.
    package func plan(of token: OfflineVideoToken) throws(StoreError) -> PackagePlan? {
        try hasPlan(of: token) ? storedPlan(of: token) : nil
    }

    /// Returns everything that the catalogue contains of a download's plan.
    ///
    /// The result is empty while the plan is unknown. It lacks the variant stream, and is therefore
    /// not continued by a plan with one, if only the row of the plan itself has been lost.
    func storedPlan(of token: OfflineVideoToken) throws(StoreError) -> PackagePlan {
        let id = SQLValue.integer(try self.id(of: token))
        let found = try database.first(
            """
            SELECT variantBandwidth, explanation, missingAudio, missingSubtitles
            FROM plan WHERE download = ?
            """, [id]
        ) { row throws(StoreError) -> PackagePlan in
            var plan = PackagePlan()
            plan.variantBandwidth = row.optionalInteger()
            plan.explanation = row.optionalText()
            plan.missingAudio = try StoredJSON.value(row.text(), of: token, in: database.path).texts
            plan.missingSubtitles = try StoredJSON.value(row.text(), of: token, in: database.path)
                .texts
            return plan
        }
        var plan = found ?? PackagePlan()
        plan.tracks = try tracks(of: token)
        try forEachResource(of: token) { plan.resources.append($0.resource) }
        plan.texts = try texts(of: token)
        plan.onlineTop = try onlineTop(of: token)
        plan.licenceKeys = try licences(of: token).map(\.key)
        return plan
    }

    /// Returns the generated files of a download's package, in the order in which they are written.
    package func texts(of token: OfflineVideoToken) throws(StoreError) -> [PackagePlan.Text] {
        var texts: [PackagePlan.Text] = []
        try database.forEach(
            "SELECT name, text FROM document WHERE download = ? ORDER BY ordinal",
            [.integer(try id(of: token))]
        ) { row in
            let text = PackagePlan.Text(row.text(), row.text())
            if text.name != Self.onlineTopName { texts.append(text) }
        }
        return texts
    }

    /// Returns the sizes and checksums of a download's stored files, by name.
    ///
    /// The generated files are included only if the download is complete: in an interrupted
    /// download, the row of a generated file may exist although the file was not written.
    package func storedFiles(of record: DownloadRecord) throws(StoreError) -> [String: StoredFile] {
        var files: [String: StoredFile] = [:]
        try forEachResource(of: record.token) { files[$0.resource.name] = $0.file }
        guard record.isWhole else { return files }
        for text in try texts(of: record.token) { files[text.name] = StoredFile(of: text) }
        return files
    }

    /// Returns the tracks of a download, in plan order.
    package func tracks(of token: OfflineVideoToken) throws(StoreError) -> [PackagePlan.Track] {
        var tracks: [PackagePlan.Track] = []
        let id = SQLValue.integer(try self.id(of: token))
        try database.forEach(TrackRow.selection, [id]) { row throws(StoreError) in
            guard let track = TrackRow.track(in: &row) else { throw corrupt("a track of \(token)") }
            tracks.append(track)
        }
        return tracks
    }

    /// Returns the resources of a download with their files, in plan order.
    package func resources(of token: OfflineVideoToken) throws(StoreError) -> [StoredResource] {
        var resources: [StoredResource] = []
        try forEachResource(of: token) { resources.append($0) }
        return resources
    }

    private func forEachResource(
        of token: OfflineVideoToken, _ body: (StoredResource) -> Void
    ) throws(StoreError) {
        let id = SQLValue.integer(try self.id(of: token))
        try database.forEach(ResourceRow.selection, [id]) { row throws(StoreError) in
            do throws(ResourceRow.Fault) {
                body(try ResourceRow.resource(in: &row))
            } catch {
                throw corrupt("\(error.rawValue) of \(token)")
            }
        }
    }

    /// Returns the numbers of files and bytes that a download has stored.
    package func counts(of token: OfflineVideoToken) throws(StoreError) -> StoredCounts {
        try database.first(
            """
            SELECT count(*), count(size), total(size) FROM resource WHERE download = ?
            """, [.integer(try id(of: token))]
        ) { row in
            var counts = StoredCounts()
            counts.resources = row.count()
            counts.storedResources = row.count()
            counts.storedBytes = row.integer()
            return counts
        } ?? StoredCounts()
    }

    /// Records that files are complete and have their final names.
    ///
    /// If one of them cannot be recorded, none is.
    package func noteStored(
        _ files: [(token: OfflineVideoToken, ordinal: Int, file: StoredFile)]
    ) throws(StoreError) {
        guard !files.isEmpty else { return }
        try transaction { () throws(StoreError) in
            for (token, ordinal, file) in files {
                try note(file, ordinal: ordinal, of: token)
            }
        }
    }

    /// Records that files are damaged or missing, so that they are loaded again.
    package func noteMissing(
        _ ordinals: [Int], of token: OfflineVideoToken
    ) throws(StoreError) {
        try transaction { () throws(StoreError) in
            for ordinal in ordinals { try note(nil, ordinal: ordinal, of: token) }
        }
    }

    private func note(
        _ file: StoredFile?, ordinal: Int, of token: OfflineVideoToken
    ) throws(StoreError) {
        let changed = try database.run(
            """
            UPDATE resource SET size = ?, checksum = ?
            WHERE download = (SELECT id FROM download WHERE token = ?) AND ordinal = ?
            """,
            [
                SQLValue(file?.size), SQLValue(bits: file?.checksum), .text(token.rawValue),
                SQLValue(ordinal),
            ])
        guard changed > 0 else { throw .unknownToken(token) }
    }
}
