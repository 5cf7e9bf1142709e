extension StoreFolder {
    /// Deletes a download: first its rows, durably, then its files.
    ///
    /// A full disk has no space to record the deletion. Then the store's reserve is released, and
    /// if that is not enough, files of the download are removed, the largest first. Until the
    /// deletion is recorded, such a download counts as damaged.
    ///
    /// - Parameters:
    ///   - token: The download.
    ///   - open: Opens the catalogue for writing; called again when there is more space.
    /// - Returns: Whether there was such a download.
    /// - Throws: When it cannot be recorded, or when files cannot be removed; the next start
    ///   retries that.
    package func deleteDownload(
        _ token: OfflineVideoToken, in open: () throws(StoreError) -> Catalogue
    ) throws(StoreError) -> Bool {
        var spare: [String]?
        while true {
            do throws(StoreError) {
                let catalogue = try open()
                guard try catalogue.beginDeletion(of: token) else { return false }
                try finishDeletion(of: token, in: catalogue)
                makeReserve()
                return true
            } catch .full(let path) {
                if releaseReserve() { continue }
                if spare == nil { spare = try filesBySize(of: token) }
                guard let name = spare?.popLast() else { throw .full(path: path) }
                try package(token)?.removeStray(name)
            }
        }
    }

    /// Removes the files of interrupted deletions; any that cannot be removed wait for the next
    /// start.
    ///
    /// - Parameter catalogue: The catalogue of the store, which this process owns.
    /// - Throws: When the catalogue cannot be read.
    package func finishDeletions(in catalogue: Catalogue) throws(StoreError) {
        for token in try catalogue.unfinishedDeletions() {
            try? finishDeletion(of: token, in: catalogue)
        }
    }

    private func finishDeletion(
        of token: OfflineVideoToken, in catalogue: Catalogue
    ) throws(StoreError) {
        try removePackage(token)
        // Losing the record causes no harm: removing missing files is not an error.
        do throws(StoreError) { try catalogue.endDeletion(of: token) } catch .full {}
    }

    /// Returns the files of a package, the smallest first.
    private func filesBySize(of token: OfflineVideoToken) throws(StoreError) -> [String] {
        guard try hasPackage(token), let package = try package(token) else { return [] }
        var files: [(name: String, size: Int64)] = []
        for name in try package.fileNames() {
            let leaf = name.split(separator: "/").last.map(String.init) ?? name
            guard let folder = try package.folder(around: name),
                let status = try folder.status(of: leaf), status.isRegular
            else { continue }
            files.append((name, status.size))
        }
        return files.sorted { ($0.size, $0.name) < ($1.size, $1.name) }.map(\.name)
    }
}
