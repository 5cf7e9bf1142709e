package import Sessions
package import Transport
import VirtualTime

extension DownloadEngine {
    /// What a new download starts with.
    package struct Request {
        package var video: Video
        package var sourceURL: String
        package var displayName: String?
        package var identifier: String?
        package var selection = DownloadSelection()
        /// Header fields for its own requests, as ``DownloadOptions/sendsOwnHeadersWithSegments``
        /// says.
        package var headers: [HeaderField] = []
        /// What is asked for along with licences; `nil` refuses what needs some.
        package var terms: PersistentLicenceTerms?
        package var allowsCellular = false
        package var usesFairPlay = false
        package var sidebandLanguages: [String]?
        /// Whether only the licence is got for now.
        package var preloadsOnly = false
        /// Whether the selection is the app's own.
        package var isConfigured = false

        package init(video: Video, sourceURL: String) {
            self.video = video
            self.sourceURL = sourceURL
        }
    }

    /// Starts a download.
    ///
    /// - Returns: Its token, which is in the catalogue by then.
    /// - Throws: When it cannot be written down.
    package func start(_ request: Request) throws(StoreError) -> OfflineVideoToken {
        let token = try catalogue.makeToken(for: request.sourceURL)
        var record = DownloadRecord(
            token: token, sourceURL: request.sourceURL,
            displayName: request.displayName ?? request.video.name ?? token,
            video: request.video, startTime: clock.now)
        record.identifier = request.identifier
        record.selection = request.selection
        record.headers = request.headers
        record.terms = request.terms
        record.allowsCellular = request.allowsCellular
        record.usesFairPlay = request.usesFairPlay
        record.sidebandLanguages = request.sidebandLanguages
        record.isConfigured = request.isConfigured
        record.isPreload = request.preloadsOnly
        // A catalogue that was lost may have given out the same token.
        try folder.removePackage(token)
        try catalogue.add(record)
        world.loop.turn {
            adopt(record, stage: .preparing).begin()
        }
        return token
    }

    /// Downloads what a licence was preloaded for, under the same token.
    package func startPreloaded(
        _ token: OfflineVideoToken, change: (inout DownloadRecord) -> Void
    ) {
        world.loop.turn {
            let selection = items[token]?.record.selection
            items[token]?.update { record in
                change(&record)
                record.isPreload = false
                // The download is asked for now, and not when its licence was.
                record.startTime = clock.now
            }
            if items[token]?.record.selection != selection { items[token]?.planAnew() }
            items[token]?.apply(.request)
        }
    }

    /// Holds a download.
    package func pause(_ token: OfflineVideoToken) {
        world.loop.turn { items[token]?.apply(.pause) }
    }

    /// Goes on with a download that is held, or tries again with one that failed.
    package func resume(_ token: OfflineVideoToken) {
        world.loop.turn {
            if items[token] == nil, let record = try? catalogue.record(of: token),
                record.phase == .failed || record.phase == .suspended
            {
                let reason = record.errorReason ?? "it failed"
                let error = OfflineError(record.errorCode ?? .downloadFailure, reason)
                adopt(record, stage: record.phase == .failed ? .failed(error) : .paused)
            }
            items[token]?.apply(.resume)
        }
    }

    /// Ends a download; what is stored of it stays until it is deleted.
    package func cancel(_ token: OfflineVideoToken) {
        world.loop.turn {
            if items[token] == nil, let record = try? catalogue.record(of: token),
                record.phase == .suspended
            {
                adopt(record, stage: .paused)
            }
            items[token]?.apply(.cancel)
        }
    }

    /// Removes a download with everything that belongs to it; the token is not valid afterwards.
    package func delete(_ token: OfflineVideoToken) throws(StoreError) {
        try world.loop.turn { () throws(StoreError) in
            release(token)
            makeFollowersForget(token)
            let isDeleted = try folder.deleteDownload(token) { () throws(StoreError) in catalogue }
            if !isDeleted { throw .unknownToken(token) }
        }
    }

    /// Lets a player have the network: the download waits as long as what is returned lives.
    ///
    /// - Returns: `nil` when the download needs no network any more.
    package func yield(_ token: OfflineVideoToken) -> AnyObject? {
        guard let item = items[token], !item.machine.isOver else { return nil }
        return PlayerPrecedence(item)
    }

    /// Takes up what an earlier process left.
    ///
    /// - Parameter death: How that process ended.
    /// - Returns: Downloads that could not be taken up, which have failed by that.
    /// - Throws: When the catalogue cannot be read or written.
    @discardableResult
    package func restore(
        after death: Device.Death
    ) throws(StoreError) -> [DownloadRecord] {
        var lost: [DownloadRecord] = []
        for record in try catalogue.records() {
            switch record.phase {
            case .completed, .cancelled, .failed: continue
            // Who waited for the licence is gone, and getting one takes the app.
            case .requested where record.isPreload: try delete(record.token)
            case .licencePreloaded: world.loop.turn { _ = adopt(record, stage: .preloaded) }
            case .suspended where death.isRecoverable:
                world.loop.turn { _ = adopt(record, stage: .paused) }
            case .requested where death.isRecoverable, .downloading where death.isRecoverable:
                world.loop.turn { adopt(record, stage: .preparing).begin() }
            case .suspended, .requested, .downloading:
                var failed = record
                let error = OfflineError(
                    .downloadFailure, "the app was ended in a way that ends downloads")
                failed.phase = .failed
                failed.errorCode = error.code
                failed.errorReason = error.reason
                failed.endTime = clock.now
                try catalogue.update(failed)
                lost.append(failed)
                tell(record.token, .announcement(.failed(error)))
            }
        }
        return lost
    }

    /// Ends all work at once and writes down what there is; another engine goes on.
    package func close() {
        world.loop.turn {
            isClosed = true
            for token in order { items[token]?.stop() }
            writeRows()
            letGo()
        }
    }
}

/// Holds a download back while a player lives.
private final class PlayerPrecedence {
    private weak var item: DownloadItem?

    init(_ item: DownloadItem) {
        self.item = item
        item.players += 1
    }

    deinit { item?.playerLeaves() }
}
