extension StoreFolder {
    /// Deletes a download: first its rows in the catalogue, durably, then its files.
    ///
    /// On a full disk there may be no space to record the deletion. In that case, the reserved
    /// space of the store is released first. If this is not enough, files of the download are
    /// removed, the largest first. Until the deletion is recorded, a download without some of its
    /// files counts as damaged.
    ///
    /// - Parameters:
    ///   - token: The token of the download.
    ///   - open: Opens the catalogue for writing; called again after each release of disk space.
    /// - Returns: Whether there was such a download.
    /// - Throws: When the deletion cannot be recorded, or when files cannot be removed. The files
    ///   of a recorded deletion are removed at the next start.
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

    /// Removes the files of downloads whose deletion was interrupted.
    ///
    /// Files that cannot be removed remain until the next start.
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
        // On a full disk, the record of the deletion may remain in the catalogue. This causes no
        // harm: the next start deletes the files again, which succeeds even if there are none.
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
