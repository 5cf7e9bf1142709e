import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension HTTPServerReply {
    /// The reply for libmicrohttpd, which the caller must destroy.
    func makeResponse() -> OpaquePointer? {
        switch body {
        case _ where hangsUpAfter != nil: unsafe makeTruncatedResponse()
        case .memory(let bytes):
            unsafe bytes.withUnsafeBytes { source in
                unsafe cmicrohttpd_copy_response(
                    range.count, source.baseAddress?.advanced(by: range.lowerBound))
            }
        case .file(let path, _):
            // The response owns the descriptor.
            unsafe MHD_create_response_from_fd_at_offset64(
                UInt64(range.count), open(path, O_RDONLY | O_CLOEXEC), UInt64(range.lowerBound))
        }
    }

    private func makeTruncatedResponse() -> OpaquePointer? {
        let all =
            switch body {
            case .memory(let bytes): bytes
            case .file(let path, let byteCount): Self.bytes(of: path, byteCount: byteCount)
            }
        let sent = TruncatedBody(
            Array(all[range].prefix(hangsUpAfter ?? .max)), atEnd: beforeHangingUp)
        let context = unsafe Unmanaged.passRetained(sent).toOpaque()
        return unsafe MHD_create_response_from_callback(
            UInt64(range.count), 16 << 10, sendTruncatedBody, context, releaseTruncatedBody)
    }

    /// The bytes of a file; zeros stand for those that cannot be read.
    private static func bytes(of path: String, byteCount: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return bytes }
        defer { close(descriptor) }
        _ = unsafe pread(descriptor, &bytes, byteCount, 0)
        return bytes
    }
}

/// The bytes that are sent of a body before the server hangs up.
private final class TruncatedBody {
    let bytes: [UInt8]
    let atEnd: (@Sendable () -> Void)?

    init(_ bytes: [UInt8], atEnd: (@Sendable () -> Void)?) {
        self.bytes = bytes
        self.atEnd = atEnd
    }
}

private func sendTruncatedBody(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
    capacity: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else {
        return cmicrohttpd_end_with_error
    }
    let body = unsafe Unmanaged<TruncatedBody>.fromOpaque(context).takeUnretainedValue()
    let rest = body.bytes.dropFirst(Int(position)).prefix(capacity)
    guard !rest.isEmpty else {
        body.atEnd?()
        return cmicrohttpd_end_with_error
    }
    for (index, byte) in rest.enumerated() {
        unsafe buffer[index] = CChar(bitPattern: byte)
    }
    return rest.count
}

private func releaseTruncatedBody(context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<TruncatedBody>.fromOpaque(context).release()
}
