#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    /// Moves the folder to another path; this object must not be used afterwards.
    ///
    /// The corresponding C function is `rename`.
    ///
    /// - Parameter target: The new path, in the same file system.
    /// - Throws: When it cannot be moved.
    func move(to target: String) throws(StoreError) {
        guard !target.utf8.contains(0) else { throw .invalidName(target) }
        guard unsafe rename(path, target) == 0 else {
            throw .cannotOpen(path: target, reason: SystemReason.text(errno) ?? "system error")
        }
    }
}
