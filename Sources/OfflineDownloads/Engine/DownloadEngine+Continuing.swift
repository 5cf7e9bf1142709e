import Sessions
import VirtualTime

extension DownloadEngine {
    /// What is known of a download at this moment: newer than its row while it is under way.
    ///
    /// - Throws: When there is no such download, or its row cannot be read.
    package func record(of token: OfflineVideoToken) throws(StoreError) -> DownloadRecord {
        if let item = items[token] { return item.record }
        guard let record = try catalogue.record(of: token) else { throw .unknownToken(token) }
        return record
    }

    /// Goes on with a download wherever it stands, with what is stored of it.
    ///
    /// One that an earlier process left is taken up, one that failed or was cancelled is tried
    /// anew; one that is complete stays so, and one that runs runs on. Where only the licence was
    /// asked for so far, the video is from now on.
    ///
    /// - Throws: When there is no such download, or its row cannot be used.
    package func goOn(with token: OfflineVideoToken) throws(StoreError) {
        try world.loop.turn { () throws(StoreError) in
            let stage = items[token]?.machine.stage
            if let stage, stage != .cancelled {
                if stage == .preloaded { items[token]?.update { $0.isPreload = false } }
                items[token]?.apply(stage == .preloaded ? .request : .resume)
                return
            }
            var record = try record(of: token)
            guard record.phase != .completed else { return }
            record.clearEnd()
            record.isPreload = false
            try catalogue.update(record)
            release(token)
            adopt(record, stage: .preparing).begin()
        }
    }

    /// Takes up a download as it stands, without going on with it, so that it can be commanded.
    func takeUp(_ token: OfflineVideoToken) throws(StoreError) {
        guard items[token] == nil else { return }
        let record = try record(of: token)
        adopt(record, stage: .init(of: record))
    }

    /// Fetches again what of a download is broken, under the same token, and removes what does not
    /// belong to it.
    ///
    /// - Parameter report: What its verification found.
    /// - Throws: When there is no such download, or the store cannot be written.
    package func repair(_ report: PackageVerification.Report) throws(StoreError) {
        let token = report.token
        try world.loop.turn { () throws(StoreError) in
            var record = try record(of: token)
            let isComplete = record.phase == .completed
            if try !folder.hasPackage(token) {
                try folder.removePackage(token)
            } else if let package = try folder.package(token) {
                for finding in report.findings {
                    if finding.damage == .stray {
                        try package.removeStray(finding.name)
                    } else {
                        try package.remove(finding.name)
                    }
                }
            }
            try catalogue.noteMissing(report.findings.compactMap(\.ordinal), of: token)
            record.clearEnd()
            record.isWhole = false
            record.percent = try catalogue.storedFraction(of: token) * 100
            guard isComplete else {
                try catalogue.update(record)
                release(token)
                adopt(record, stage: .preparing).begin()
                return
            }
            try takeUp(token)
            items[token]?.update { $0 = record }
            items[token]?.apply(.repair(stored: record.percent / 100))
        }
    }
}

extension DownloadRecord {
    /// Forgets how the download ended.
    fileprivate mutating func clearEnd() {
        endTime = nil
        errorCode = nil
        errorReason = nil
    }
}

extension DownloadStateMachine.Stage {
    /// The stage of a download that nobody works on.
    fileprivate init(of record: DownloadRecord) {
        switch record.phase {
        case .licencePreloaded: self = .preloaded
        case .requested, .downloading: self = .preparing
        case .suspended: self = .paused
        case .completed: self = .completed
        case .cancelled: self = .cancelled
        case .failed:
            let code = record.errorCode ?? .downloadFailure
            self = .failed(OfflineError(code, record.errorReason ?? "it failed"))
        }
    }
}
