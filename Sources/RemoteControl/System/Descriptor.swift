#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file descriptor that is read and written without waiting.
struct Descriptor {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// Reads the available bytes.
    ///
    /// - Parameter limit: The largest number of bytes.
    /// - Returns: The bytes; empty when none are available, `nil` at the end or after an error.
    func read(atMost limit: Int) -> [UInt8]? {
        var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, 0) == 1 else { return [] }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe systemRead(number, &bytes, limit)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }

    /// Writes as many bytes as possible without waiting.
    ///
    /// - Parameter bytes: The bytes to write.
    /// - Returns: The number of bytes that were written; `nil` after an error.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { part in
            unsafe systemSend(number, part.baseAddress, part.count)
        }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
        return count
    }

    /// Closes the descriptor.
    func close() { systemClose(number) }
}

private func systemRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, bytes, count)
}

private func systemSend(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
        unsafe send(number, bytes, count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    #else
        unsafe send(number, bytes, count, MSG_DONTWAIT)
    #endif
}

private func systemClose(_ number: Int32) { close(number) }
