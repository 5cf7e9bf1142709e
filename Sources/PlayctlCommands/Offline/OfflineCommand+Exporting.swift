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
        // The playlist on top comes last: with it the copy is whole.
        for name in plan.resources.map(\.name) + plan.texts.map(\.name) {
            if Interruption.hasHappened { return .interrupted }
            try makeFolders(above: "\(target)/\(name)")
            try copy("\(package.path)/\(name)", to: "\(target)/\(name)")
        }
        if !plan.licenceKeys.isEmpty {
            remark(
                "the licences stay in the store: this copy is encrypted, and plays only where there"
                    + " is a licence for it")
        }
        let slash = target.hasSuffix("/") ? "" : "/"
        output.write("\(SafeText.line(target))\(slash)\(PackagePlan.topName)\n")
        return .success
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
