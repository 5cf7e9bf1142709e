import CommandTree
import HeadlessPlayback
import OfflineDownloads

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Pauses, resumes, cancels or deletes a download.
///
/// If this process can become the owner of the store, it changes the download itself. Otherwise, it
/// sends a command to the owner.
struct DownloadSteering {
    /// The maximum time to wait for the process that owns the store.
    private static let patience = Duration.seconds(5)
    private static let pause: UInt32 = 20_000

    private let verb: StoreCommand.Verb
    private let token: OfflineVideoToken
    private let store: OfflineStore
    private let output: OutputStream

    /// Prepares the change of a download.
    ///
    /// - Parameters:
    ///   - verb: The verb of the requested change.
    ///   - token: The token of the download.
    ///   - store: The store of the download.
    ///   - output: Receives the new state.
    init(
        _ verb: StoreCommand.Verb, _ token: OfflineVideoToken, in store: OfflineStore,
        output: OutputStream
    ) {
        self.verb = verb
        self.token = token
        self.store = store
        self.output = output
    }

    /// Changes the download, in this process or in another process that owns the store.
    ///
    /// - Returns: The code to exit with.
    /// - Throws: ``CommandFailure`` when there is no such download, or the other process does not
    ///   answer.
    func run() throws(CommandFailure) -> CommandFailure.ExitCode {
        let catalogue = try store.catalogue()
        if verb == .delete, try store.isStranded(token, catalogue) { return try removeStranded() }
        _ = try store.record(of: token, in: catalogue)
        while !Interruption.hasHappened {
            let ownership = try attempt { () throws(StoreError) in
                try store.folder.acquireOwnership()
            }
            if let ownership {
                defer { withExtendedLifetime(ownership) {} }
                return verb == .delete ? try delete() : try act()
            }
            // The process that owns the store may end before it receives the command. The loop then
            // tries again.
            if let code = try send() { return code }
        }
        return .interrupted
    }

    /// Changes the state in the download's record, as the owner of the store.
    private func act() throws(CommandFailure) -> CommandFailure.ExitCode {
        let catalogue = try store.writableCatalogue()
        var record = try store.record(of: token, in: catalogue)
        guard let new = verb.state(after: record.state) else { return already(record.state) }
        record.state = new
        if new == .cancelled { record.endTime = WallClock.now.millisecondsSince1970 }
        try attempt { () throws(StoreError) in try catalogue.update(record) }
        output.write("\(token)  \(new.word)\n")
        return .success
    }

    /// Deletes the download, as the owner of the store.
    private func delete() throws(CommandFailure) -> CommandFailure.ExitCode {
        let isDeleted = try attempt { () throws(StoreError) in
            try store.folder.deleteDownload(token) { () throws(StoreError) in
                try Catalogue(path: store.folder.cataloguePath)
            }
        }
        guard isDeleted else { throw CommandFailure(.failed, "there is no download \(token)") }
        output.write("\(token)  deleted\n")
        return .success
    }

    /// Removes a package whose download has no entry in the catalogue.
    private func removeStranded() throws(CommandFailure) -> CommandFailure.ExitCode {
        let made = try store.patiently { () throws(CommandFailure) in
            try attempt { () throws(StoreError) in try store.folder.acquireOwnership() }
        }
        // The process that owns the store may be deleting this package at the moment.
        guard let ownership = made else { throw store.busy }
        defer { withExtendedLifetime(ownership) {} }
        try attempt { () throws(StoreError) in try store.folder.removePackage(token) }
        output.write("\(token)  deleted\n")
        return .success
    }

    /// Reports that there was nothing to do, and returns the exit code.
    ///
    /// The code is success if the download is in the requested state.
    private func already(_ state: OfflineVideoStatus.DownloadState) -> CommandFailure.ExitCode {
        output.write("\(token)  \(state.word) already\n")
        return verb.isDone(state) ? .success : .failed
    }

    /// Sends a command to the process that owns the store, and waits for its execution.
    ///
    /// - Returns: The code to exit with; `nil` when that process ended before it performed the
    ///   command.
    /// - Throws: ``CommandFailure`` when that process does not answer.
    func send() throws(CommandFailure) -> CommandFailure.ExitCode? {
        let catalogue = try store.writableCatalogue()
        let before = try store.record(of: token, in: catalogue)
        if verb.isVain(before.state) { return already(before.state) }
        let id = try attempt { () throws(StoreError) in
            try catalogue.enqueue(StoreCommand(verb, token))
        }
        var isFree = false
        let isTaken = try wait { () throws(StoreError) in
            if try !catalogue.isWaiting(id) { return true }
            isFree = try store.folder.acquireOwnership() != nil
            return isFree
        }
        if isFree || !isTaken {
            let isWithdrawn = try attempt { () throws(StoreError) in try catalogue.withdraw(id) }
            if isWithdrawn, isFree { return nil }
            if isWithdrawn {
                throw CommandFailure(
                    .failed, "the process that downloads has not answered, and nothing was done")
            }
        }
        // The other process has received the command. It records the effect in the same turn of its
        // event loop, so this process waits a moment until the record shows the new state.
        var state: OfflineVideoStatus.DownloadState?
        let isObeyed = try wait { () throws(StoreError) in
            state = try catalogue.record(of: token)?.state
            return state.map { verb.isDone($0) } ?? true
        }
        output.write("\(token)  \(state?.word ?? "deleted")\n")
        return isObeyed ? .success : .failed
    }

    /// Waits until a condition is met, for `patience` at most.
    ///
    /// - Returns: Whether the condition was met.
    private func wait(
        _ isDone: () throws(StoreError) -> Bool
    ) throws(CommandFailure) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: Self.patience)
        while true {
            if try attempt(isDone) { return true }
            if clock.now >= end || Interruption.hasHappened { return false }
            usleep(Self.pause)
        }
    }
}

extension StoreCommand.Verb {
    /// Returns the new state that the verb gives to a download in the given state.
    ///
    /// The result is `nil` if the verb does not change the state. The caller owns the store, so no
    /// other process is downloading, even in the state `downloading`.
    fileprivate func state(after state: OfflineVideoStatus.DownloadState) -> OfflineVideoStatus
        .DownloadState?
    {
        switch (self, state) {
        case (.pause, .requested), (.pause, .downloading): .suspended
        case (.cancel, .requested), (.cancel, .downloading), (.cancel, .suspended),
            (.cancel, .licensePreloaded):
            .cancelled
        default: nil
        }
    }

    /// Returns whether a state is the state that the verb leads to.
    fileprivate func isDone(_ state: OfflineVideoStatus.DownloadState) -> Bool {
        switch self {
        case .pause: state == .suspended
        case .resume: [.requested, .downloading, .completed].contains(state)
        case .cancel: state == .cancelled
        case .delete: false
        }
    }

    /// Returns whether the verb has no effect on a download in a given state.
    fileprivate func isVain(_ state: OfflineVideoStatus.DownloadState) -> Bool {
        switch self {
        case .pause: state != .requested && state != .downloading
        case .cancel: [.completed, .cancelled, .error].contains(state)
        case .resume: state == .completed
        case .delete: false
        }
    }
}
