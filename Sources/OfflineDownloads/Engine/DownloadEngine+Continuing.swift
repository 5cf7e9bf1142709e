import Sessions
import VirtualTime

extension DownloadEngine {
    /// Returns the current record of a download, which may be newer than its catalogue row.
    ///
    /// - Throws: When there is no such download, or its row cannot be read.
    package func record(of token: OfflineVideoToken) throws(StoreError) -> DownloadRecord {
        try services.book.record(of: token)
    }

    /// Continues a download from any state, and keeps its stored files.
    ///
    /// A download of an earlier process is restored; a failed or cancelled one is retried.
    /// Completed and running downloads are unaffected. For a preloaded licence, the video is
    /// requested now.
    ///
    /// - Throws: When there is no such download, or its row cannot be used.
    package func goOn(with token: OfflineVideoToken) throws(StoreError) {
        try world.loop.turn { () throws(StoreError) in
            let stage = items[token]?.machine.stage
            if let stage, stage != .cancelled {
                if stage == .preloaded { items[token]?.update { $0.request.isPreload = false } }
                items[token]?.apply(stage == .preloaded ? .request : .resume)
                return
            }
            var record = try record(of: token)
            guard record.state != .completed else { return }
            record.clearEnd()
            record.request.isPreload = false
            try catalogue.update(record)
            release(token)
            adopt(record, stage: .preparing).begin()
        }
    }

    /// Makes a download of an earlier process accept commands, but does not continue it.
    func takeUp(_ token: OfflineVideoToken) throws(StoreError) {
        guard items[token] == nil else { return }
        let record = try record(of: token)
        adopt(record, stage: .init(of: record))
    }

    /// Downloads the damaged files of a download again, and removes foreign files.
    ///
    /// The download keeps its token. If a recorded playlist cannot be used, for example because its
    /// key is wrong, the playlists and keys are loaded again. If the loaded playlists, keys or
    /// files differ from the recorded ones, all files are downloaded again. The record of a missing
    /// picture is removed, so that the app can request the picture again.
    ///
    /// - Parameter report: The result of verifying the download.
    /// - Throws: When there is no such download, or the store cannot be written.
    package func repair(_ report: PackageVerification.Report) throws(StoreError) {
        let token = report.token
        try world.loop.turn { () throws(StoreError) in
            var record = try record(of: token)
            let isComplete = record.state == .completed
            record.forgetPictures(named: report.findings.map(\.name))
            if try !folder.hasPackage(token) {
                try folder.removePackage(token)
            } else if let package = try folder.package(token) {
                for finding in report.findings {
                    switch finding.damage {
                    case .stray: try package.removeStray(finding.name)
                    case .unusableRecord: break
                    default: try package.remove(finding.name)
                    }
                }
            }
            if isComplete { try takeUp(token) }
            try services.note(
                missing: report.findings.compactMap(\.ordinal), of: &record,
                replacing: report.findings.filter(\.damage.isOfOriginal).compactMap(\.ordinal))
            guard isComplete else {
                release(token)
                let item = adopt(record, stage: .preparing)
                if report.hasUnusableRecord { item.planAgain() }
                item.begin()
                return
            }
            if report.hasUnusableRecord { items[token]?.planAgain() }
            items[token]?.update { $0 = record }
            items[token]?.apply(.repair(stored: record.percent / 100))
        }
    }

    /// Checks the files of a complete download for their existence and sizes.
    ///
    /// Files with a wrong size are removed, since a file with its final name counts as complete.
    /// Missing files are recorded, so that ``goOn(with:)`` downloads them.
    ///
    /// - Parameter record: The record in the catalogue.
    /// - Returns: The updated record.
    /// - Throws: When the store cannot be read or written.
    package func checked(_ record: DownloadRecord) throws(StoreError) -> DownloadRecord {
        guard record.state == .completed, items[record.token] == nil else { return record }
        let missing = try missingFiles(of: record.token)
        guard missing.hasText || !missing.resources.isEmpty else { return record }
        if try folder.hasPackage(record.token), let package = try folder.package(record.token) {
            for stored in missing.resources { try package.remove(stored.resource.name) }
        }
        var record = record
        try services.note(missing: missing.resources.map(\.ordinal), of: &record)
        return record
    }

    /// Records the loss of completed packages that another program has removed.
    ///
    /// - Returns: The tokens of the lost downloads.
    func noteLostPackages() -> [OfflineVideoToken] {
        let whole = ((try? catalogue.records()) ?? []).filter(\.isWhole)
        let lost = whole.filter { (try? folder.package($0.token)) == nil }
        for var record in lost {
            record.isWhole = false
            try? catalogue.update(record)
        }
        return lost.map(\.token)
    }

    /// Returns whether a download is complete and all of its files have their recorded sizes.
    func isIntact(_ record: DownloadRecord) -> Bool {
        guard record.isWhole, let missing = try? missingFiles(of: record.token) else {
            return false
        }
        return !missing.hasText && missing.resources.isEmpty
    }

    /// Compares the sizes of a download's files with the recorded sizes.
    ///
    /// - Returns: The resources whose file is missing or has a different size, and whether the file
    ///   of any playlist is missing or has a different size.
    private func missingFiles(
        of token: OfflineVideoToken
    ) throws(StoreError) -> (resources: [StoredResource], hasText: Bool) {
        let package = try folder.hasPackage(token) ? try folder.package(token) : nil
        var missing: [StoredResource] = []
        for stored in try catalogue.resources(of: token) {
            let size = try package?.size(of: stored.resource.name)
            if size == nil || size != stored.file?.size { missing.append(stored) }
        }
        guard try catalogue.hasPlan(of: token) else { return (missing, true) }
        for text in try catalogue.texts(of: token)
        where try package?.size(of: text.name) != Int64(text.text.utf8.count) {
            return (missing, true)
        }
        return (missing, false)
    }
}

extension DownloadServices {
    /// Records in one transaction that files are missing and that the download is not complete.
    ///
    /// If the process is killed, either everything or nothing is recorded.
    ///
    /// - Parameters:
    ///   - ordinals: The ordinals of the missing resources.
    ///   - record: The record of the download, which this method updates.
    ///   - replaceable: The ordinals of resources whose next files may have other bytes, because
    ///     the stored bytes were wrong from the start.
    /// - Throws: When the store cannot be read or written.
    func note(
        missing ordinals: [Int], of record: inout DownloadRecord, replacing replaceable: [Int] = []
    ) throws(StoreError) {
        var changed = record
        changed.clearEnd()
        changed.isNotComplete()
        let token = record.token
        // The changes to the folder are first synchronized to the disk. After a power failure,
        // the files that the transaction records as missing are therefore missing on the disk too.
        if try folder.hasPackage(token) { try folder.package(token)?.sync() }
        let originals = Set(ordinals).subtracting(replaceable)
        var lost: [Int: StoredFile] = [:]
        for stored in try catalogue.resources(of: token) where originals.contains(stored.ordinal) {
            lost[stored.ordinal] = stored.file
        }
        book.noteLost(lost, of: token)
        try catalogue.transaction { () throws(StoreError) in
            try catalogue.noteMissing(ordinals, of: token)
            changed.percent = try catalogue.resources(of: token).storedFraction * 100
            try catalogue.update(changed)
        }
        record = changed
    }
}

extension DownloadRecord {
    /// Removes the names of pictures that are missing.
    fileprivate mutating func forgetPictures(named names: [String]) {
        if let name = posterName, names.contains(name) { posterName = nil }
        if let name = thumbnailName, names.contains(name) { thumbnailName = nil }
    }

    /// Clears the end time and the error of the download.
    fileprivate mutating func clearEnd() {
        endTime = nil
        errorCode = nil
        errorReason = nil
    }
}

extension DownloadStateMachine.Stage {
    /// Creates the stage of a download that is not in progress, from the download's record.
    fileprivate init(of record: DownloadRecord) {
        switch record.state {
        case .licensePreloaded: self = .preloaded
        case .requested, .downloading: self = .preparing
        case .suspended: self = .paused
        case .completed: self = .completed
        case .cancelled: self = .cancelled
        case .error:
            let code = record.errorCode ?? .downloadFailure
            self = .failed(OfflineError(code, record.errorReason ?? "it failed"))
        }
    }
}
