import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension OfflineCommand {
    /// The time to wait for the process that downloads.
    private static let patience = Duration.seconds(5)
    private static let pause: UInt32 = 20_000

    /// Pauses, cancels or deletes: here, or in the process that downloads.
    func steer(_ verb: StoreCommand.Verb) throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        if verb == .delete, try store.isStranded(token, catalogue) {
            return try removeStranded(store)
        }
        _ = try store.record(of: token, in: catalogue)
        while !Interruption.hasHappened {
            let ownership = try attempt { () throws(StoreError) in
                try store.folder.acquireOwnership()
            }
            if let ownership {
                defer { withExtendedLifetime(ownership) {} }
                return verb == .delete ? try delete(store) : try act(verb, store)
            }
            // The process that downloads may end before it receives the command.
            if let code = try command(verb, in: store) { return code }
        }
        return .interrupted
    }

    /// Does it here, as the owner of the store.
    private func act(
        _ verb: StoreCommand.Verb, _ store: OfflineStore
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        let catalogue = try store.writableCatalogue()
        var record = try store.record(of: token, in: catalogue)
        guard let new = Self.phase(after: verb, record.phase) else {
            return already(record.phase, verb)
        }
        record.phase = new
        if new == .cancelled { record.endTime = WallClock.now.millisecondsSince1970 }
        try attempt { () throws(StoreError) in try catalogue.update(record) }
        output.write("\(token)  \(new.word)\n")
        return .success
    }

    /// Deletes the download in this process, as the owner of the store.
    private func delete(_ store: OfflineStore) throws(CommandFailure) -> CommandFailure.ExitCode {
        let isDeleted = try attempt { () throws(StoreError) in
            try store.folder.deleteDownload(token) { () throws(StoreError) in
                try Catalogue(path: store.folder.cataloguePath)
            }
        }
        guard isDeleted else { throw CommandFailure(.failed, "there is no download \(token)") }
        output.write("\(token)  deleted\n")
        return .success
    }

    /// Removes the package of a download that the catalogue has lost.
    private func removeStranded(
        _ store: OfflineStore
    ) throws(CommandFailure) -> CommandFailure.ExitCode {
        let made = try store.patiently { () throws(CommandFailure) in
            try attempt { () throws(StoreError) in try store.folder.acquireOwnership() }
        }
        // Who downloads may be deleting it at this moment.
        guard let ownership = made else { throw busy(store) }
        defer { withExtendedLifetime(ownership) {} }
        try attempt { () throws(StoreError) in try store.folder.removePackage(token) }
        output.write("\(token)  deleted\n")
        return .success
    }

    /// Returns the new state of a download without an active process; `nil` for no change.
    private static func phase(
        after verb: StoreCommand.Verb, _ phase: DownloadRecord.Phase
    ) -> DownloadRecord.Phase? {
        switch (verb, phase) {
        case (.pause, .requested), (.pause, .downloading): .suspended
        case (.cancel, .requested), (.cancel, .downloading), (.cancel, .suspended),
            (.cancel, .licencePreloaded):
            .cancelled
        default: nil
        }
    }

    /// Says that there was nothing to do; that is no failure when it is as was wanted.
    private func already(
        _ phase: DownloadRecord.Phase, _ verb: StoreCommand.Verb
    ) -> CommandFailure.ExitCode {
        output.write("\(token)  \(phase.word) already\n")
        return Self.isDone(verb, phase) ? .success : .failed
    }

    /// Leaves a command to the process that downloads, and waits until it has been obeyed.
    ///
    /// - Returns: The code to exit with; `nil` when that process ended and nothing was done.
    /// - Throws: ``CommandFailure`` when it does not answer.
    func command(
        _ verb: StoreCommand.Verb, in store: OfflineStore
    ) throws(CommandFailure) -> CommandFailure.ExitCode? {
        let catalogue = try store.writableCatalogue()
        let before = try store.record(of: token, in: catalogue)
        if Self.isVain(verb, before.phase) { return already(before.phase, verb) }
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
        // It writes down what it did in the same turn, and needs a moment for that.
        var phase: DownloadRecord.Phase?
        let isObeyed = try wait { () throws(StoreError) in
            phase = try catalogue.record(of: token)?.phase
            return phase.map { Self.isDone(verb, $0) } ?? true
        }
        output.write("\(token)  \(phase?.word ?? "deleted")\n")
        return isObeyed ? .success : .failed
    }

    /// Whether a download stands as a verb leaves it.
    private static func isDone(
        _ verb: StoreCommand.Verb, _ phase: DownloadRecord.Phase
    ) -> Bool {
        switch verb {
        case .pause: phase == .suspended
        case .resume: [.requested, .downloading, .completed].contains(phase)
        case .cancel: phase == .cancelled
        case .delete: false
        }
    }

    /// Whether a verb changes nothing about a download that stands so.
    private static func isVain(
        _ verb: StoreCommand.Verb, _ phase: DownloadRecord.Phase
    ) -> Bool {
        switch verb {
        case .pause: phase != .requested && phase != .downloading
        case .cancel: [.completed, .cancelled, .failed].contains(phase)
        case .resume: phase == .completed
        case .delete: false
        }
    }

    /// Waits for something, with patience.
    ///
    /// - Returns: Whether it came.
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

extension OfflineVerbs {
    /// `playctl offline pause`.
    static let pausing = verb(
        "pause", "Pauses a download, also in another process.", options: [OfflineOptions.store]
    ) { command throws(CommandFailure) in try command.steer(.pause) }

    /// `playctl offline cancel`.
    static let cancelling = verb(
        "cancel", "Cancels a download; what is stored stays until it is deleted.",
        options: [OfflineOptions.store]
    ) { command throws(CommandFailure) in try command.steer(.cancel) }

    /// `playctl offline delete`.
    static let deleting = verb(
        "delete", "Deletes a download with all of its files and licences.",
        options: [OfflineOptions.store]
    ) { command throws(CommandFailure) in try command.steer(.delete) }
}
