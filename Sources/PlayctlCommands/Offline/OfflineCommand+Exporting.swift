import HeadlessPlayback

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension OfflineCommand {
    /// Copies a download out of the store.
    func export() throws(CommandFailure) -> CommandFailure.ExitCode {
        let store = try OfflineStore(existing: options.store)
        let catalogue = try store.catalogue()
        let record = try store.record(of: token, in: catalogue)
        guard record.phase == .completed else {
            throw CommandFailure(
                .failed,
                "\(token) is not complete (\(Readable.percent(record.fraction))), and only what is can"
                    + " be exported; 'playctl offline resume \(token)' goes on with it")
        }
        guard let report = try report(of: token, store, catalogue) else { return .interrupted }
        guard report.holdsAll else {
            throw CommandFailure(
                .failed,
                "\(token) is damaged; 'playctl offline repair \(token)' fetches what is broken")
        }
        let (found, package) = try attempt { () throws(StoreError) in
            (try catalogue.plan(of: token), try store.folder.package(token))
        }
        guard let plan = found, let package else {
            throw CommandFailure(.fault, "\(token) is complete and has no package")
        }
        let target = options.operands[1]
        try makeFolders(above: target + "/")
        try checkEmpty(target)
        // The top playlist comes last: it completes the copy.
        let names = plan.resources.map(\.name) + plan.texts.map(\.name)
        guard try copy(names, from: package.path, to: target) else { return .interrupted }
        if !plan.licenceKeys.isEmpty {
            remark(
                "the licences stay in the store: this copy is encrypted, and plays only where there"
                    + " is a licence for it")
        }
        let slash = target.hasSuffix("/") ? "" : "/"
        output.write("\(SafeText.line(target))\(slash)\(PackagePlan.topName)\n")
        return .success
    }

    /// Copies files from one folder into another, empty one, all or none.
    ///
    /// - Returns: Whether it was not interrupted.
    private func copy(
        _ names: [String], from source: String, to target: String
    ) throws(CommandFailure) -> Bool {
        for (place, name) in names.enumerated() {
            do throws(CommandFailure) {
                if Interruption.hasHappened {
                    remove(names[..<place], from: target)
                    return false
                }
                try makeFolders(above: "\(target)/\(name)")
                // Each file gets its name when it is complete, so that a kill leaves no partial
                // playlist.
                let part = "\(target)/\(name).part"
                try copy("\(source)/\(name)", to: part)
                guard unsafe rename(part, "\(target)/\(name)") == 0 else {
                    throw CommandFailure(.failed, "\(SafeText.line(part)): \(lastSystemError())")
                }
            } catch {
                remove(names[...place], from: target)
                throw error
            }
        }
        return true
    }

    /// Removes the copied files, with the folders created for them.
    private func remove(_ names: ArraySlice<String>, from target: String) {
        for name in names {
            unsafe unlink("\(target)/\(name)")
            unsafe unlink("\(target)/\(name).part")
        }
        // Names of a package have one folder at most; one that holds something else stays.
        for folder in Set(names.filter { $0.contains("/") }.map { $0.prefix { $0 != "/" } }) {
            unsafe rmdir("\(target)/\(folder)")
        }
    }

    private func checkEmpty(_ folder: String) throws(CommandFailure) {
        guard let stream = unsafe opendir(folder) else {
            throw CommandFailure(.failed, "\(SafeText.line(folder)): \(lastSystemError())")
        }
        defer { unsafe closedir(stream) }
        var count = 0
        // Every folder holds itself and the one around it.
        while unsafe readdir(stream) != nil { count += 1 }
        guard count <= 2 else {
            throw CommandFailure(
                .failed, "\(SafeText.line(folder)): is not empty, and nothing is overwritten")
        }
    }

    private func copy(_ source: String, to target: String) throws(CommandFailure) {
        let input = unsafe open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard input >= 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(source)): \(lastSystemError())")
        }
        defer { close(input) }
        let output = unsafe open(
            target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard output >= 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
        }
        var isOpen = true
        defer { if isOpen { close(output) } }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe read(input, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw CommandFailure(.failed, "\(SafeText.line(source)): \(lastSystemError())")
            }
            var start = 0
            while start < count {
                let written = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe write(output, bytes.baseAddress?.advanced(by: start), count - start)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
                }
                start += written
            }
        }
        isOpen = false
        guard close(output) == 0 else {
            throw CommandFailure(.failed, "\(SafeText.line(target)): \(lastSystemError())")
        }
    }
}

extension OfflineVerbs {
    /// `playctl offline export`.
    static let exporting = verb(
        "export", "Copies a download out of the store: HLS that any player plays.",
        token: .some(
            "TOKEN DIR", \.operands, count: 2...2,
            "the token of a complete download, and a folder that is empty or does not exist"),
        options: [OfflineOptions.store],
        notes: [
            "Licences stay in the store: media that is protected with FairPlay is exported"
                + " encrypted, and plays only with a licence."
        ]
    ) { command throws(CommandFailure) in try command.export() }
}
