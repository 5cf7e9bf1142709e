#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StoreFolder {
    private static let reserveName = "space.reserve"
    /// The size of the reserve in bytes: enough to record one deletion in the log of the catalogue.
    private static let reserveSize = 256 << 10

    /// Reserves some disk space, so that a deletion can be recorded on a full disk.
    ///
    /// A store on a full disk has no reserve.
    func makeReserve() {
        do throws(StoreError) {
            let size = try folder.status(of: Self.reserveName)?.size
            guard size != Int64(Self.reserveSize) else { return }
            try folder.removeTree(Self.reserveName)
            let flags = O_WRONLY | O_CREAT | O_EXCL
            let made = try Descriptor.openFile(Self.reserveName, in: folder, flags: flags)
            guard let file = made else { return }
            let zeros = [UInt8](repeating: 0, count: Self.reserveSize)
            try unsafe file.write(zeros.span.bytes)
        } catch {
            releaseReserve()
        }
    }

    /// Releases the reserved space.
    ///
    /// - Returns: Whether there was a reserve.
    @discardableResult
    func releaseReserve() -> Bool {
        guard (try? folder.status(of: Self.reserveName)) != nil else { return false }
        return (try? folder.removeTree(Self.reserveName)) != nil
    }
}
