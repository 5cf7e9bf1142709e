package import Devices
import Sessions
package import VirtualTime

extension DownloadEngine {
    /// Starts a download.
    ///
    /// - Returns: The token of the download, which is then in the catalogue.
    /// - Throws: When the catalogue cannot be written.
    package func start(_ request: DownloadRequest) throws(StoreError) -> OfflineVideoToken {
        let token = try catalogue.makeToken(for: request.sourceURL)
        let record = DownloadRecord(token: token, request: request, startTime: clock.now)
        // A lost catalogue of this folder may have issued the same token, so a package with this
        // token may still exist.
        try folder.removePackage(token)
        try catalogue.add(record)
        world.loop.turn {
            adopt(record, stage: .preparing).begin()
        }
        return token
    }

    /// Downloads the video whose licence was preloaded; the download keeps the preload's token.
    package func startPreloaded(
        _ token: OfflineVideoToken, change: (inout DownloadRecord) -> Void
    ) {
        world.loop.turn {
            let selection = items[token]?.record.request.selection
            items[token]?.update { record in
                change(&record)
                record.request.isPreload = false
                // The licence was requested earlier, but the download itself is requested at this
                // instant.
                record.startTime = clock.now
            }
            if items[token]?.record.request.selection != selection { items[token]?.planAgain() }
            items[token]?.apply(.request)
        }
    }

    /// Pauses a download.
    package func pause(_ token: OfflineVideoToken) {
        world.loop.turn { items[token]?.apply(.pause) }
    }

    /// Resumes a paused download, or retries a failed one.
    package func resume(_ token: OfflineVideoToken) {
        world.loop.turn {
            if items[token] == nil, let record = try? catalogue.record(of: token),
                record.state == .error || record.state == .suspended
            {
                let reason = record.errorReason ?? "it failed"
                let error = OfflineError(record.errorCode ?? .downloadFailure, reason)
                adopt(record, stage: record.state == .error ? .failed(error) : .paused)
            }
            items[token]?.apply(.resume)
        }
    }

    /// Cancels a download; its files remain until the download is deleted.
    package func cancel(_ token: OfflineVideoToken) {
        world.loop.turn {
            if items[token] == nil, let record = try? catalogue.record(of: token),
                record.state == .suspended
            {
                adopt(record, stage: .paused)
            }
            items[token]?.apply(.cancel)
        }
    }

    /// Deletes a download with all of its data; its token becomes invalid.
    package func delete(_ token: OfflineVideoToken) throws(StoreError) {
        try world.loop.turn { () throws(StoreError) in
            release(token)
            services.book.forgetFiles(of: token)
            // On a virtual clock, a player that has already requested a file receives it.
            world.loop.finishWork()
            let isDeleted = try folder.deleteDownload(token) { () throws(StoreError) in catalogue }
            if !isDeleted { throw .unknownToken(token) }
        }
    }

    /// Gives a player precedence: the download waits as long as the returned hold exists.
    ///
    /// - Returns: The hold; `nil` when the download no longer needs the network.
    package func yield(_ token: OfflineVideoToken) -> Hold? {
        guard let item = items[token], !item.machine.isOver else { return nil }
        return PlayerPrecedence(item)
    }

    /// Restores the downloads of an earlier process.
    ///
    /// - Parameter death: The way in which that process was terminated.
    /// - Returns: Downloads that could not be restored and have therefore failed.
    /// - Throws: When the catalogue cannot be read or written.
    @discardableResult
    package func restore(
        after death: Device.Death
    ) throws(StoreError) -> [DownloadRecord] {
        var lost: [DownloadRecord] = []
        for record in try catalogue.records() {
            switch record.state {
            case .completed, .cancelled, .error: continue
            // A preload in progress is deleted: the code that requested its licence ended with the
            // earlier process, and only the app can request the licence again.
            case .requested where record.request.isPreload: try delete(record.token)
            case .licensePreloaded: world.loop.turn { _ = adopt(record, stage: .preloaded) }
            case .suspended where death.isRecoverable:
                world.loop.turn { _ = adopt(record, stage: .paused) }
            case .requested where death.isRecoverable, .downloading where death.isRecoverable:
                world.loop.turn { adopt(record, stage: .preparing).begin() }
            case .suspended, .requested, .downloading:
                var failed = record
                let error = OfflineError(
                    .downloadFailure, "the app was ended in a way that ends downloads")
                failed.state = .error
                failed.errorCode = error.code
                failed.errorReason = error.reason
                failed.endTime = clock.now
                try catalogue.update(failed)
                lost.append(failed)
                services.report(
                    .report(DownloadReport(.failed(error), progress: record.percent / 100)),
                    of: record.token)
            }
        }
        return lost
    }

    /// Ends all work at once and stores its state; another engine can continue the downloads.
    package func close() {
        world.loop.turn {
            isClosed = true
            for token in order { items[token]?.stop() }
            services.book.write()
            letGo()
        }
    }
}

/// A hold that makes a download wait as long as a player exists.
private final class PlayerPrecedence: Hold {
    private weak var item: DownloadItem?

    init(_ item: DownloadItem) {
        self.item = item
        item.addPlayer()
    }

    deinit { item?.removePlayer() }
}
