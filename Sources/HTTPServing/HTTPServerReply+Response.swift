import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension HTTPServerReply {
    /// Returns a libmicrohttpd response, which the caller must destroy.
    ///
    /// - Parameter port: The `HTTPReplyPort` of the request, if sending the body may be suspended;
    ///   otherwise `nil`.
    /// - Returns: The response; `nil` when memory cannot be allocated.
    func makeResponse(_ port: HTTPReplyPort?) -> OpaquePointer? {
        switch body {
        case _ where pace != nil || permission != nil || announcedByteCount != nil:
            unsafe makePacedResponse(port)
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

    private func makePacedResponse(_ port: HTTPReplyPort?) -> OpaquePointer? {
        let announced = announcedByteCount ?? range.count
        let sent = PacedBody(
            BodySource(body), range.prefix(announced), pace: pace, permission: permission,
            port: port)
        let context = unsafe Unmanaged.passRetained(sent).toOpaque()
        return unsafe MHD_create_response_from_callback(
            UInt64(announced), 16 << 10, sendPacedBody, context, releasePacedBody)
    }
}

/// The bytes of a body, in memory or in an open file.
private final class BodySource {
    private enum Place { case memory([UInt8]), file(Int32) }

    private let place: Place

    init(_ body: HTTPServerReply.Body) {
        switch body {
        case .memory(let bytes): place = .memory(bytes)
        case .file(let path, _): place = .file(unsafe open(path, O_RDONLY | O_CLOEXEC))
        }
    }

    deinit {
        if case .file(let descriptor) = place, descriptor >= 0 { close(descriptor) }
    }

    /// Copies bytes into a buffer.
    ///
    /// - Parameters:
    ///   - position: The position of the first byte.
    ///   - buffer: The buffer, which has space for at least `count` bytes.
    ///   - count: The number of requested bytes.
    /// - Returns: The number of copied bytes; zero when there are none, or for an unreadable file.
    func copy(from position: Int, to buffer: UnsafeMutableRawPointer, count: Int) -> Int {
        switch place {
        case .memory(let bytes):
            let piece = bytes.dropFirst(position).prefix(count)
            unsafe piece.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                unsafe buffer.copyMemory(from: start, byteCount: source.count)
            }
            return piece.count
        case .file(let descriptor):
            return max(unsafe pread(descriptor, buffer, count, off_t(position)), 0)
        }
    }
}

/// The bytes of a body that is sent at a limited rate.
private final class PacedBody {
    private let source: BodySource
    private let range: Range<Int>
    private let pace: (@Sendable (Int) -> Int?)?
    private let permission: (@Sendable (Int) -> HTTPPermission)?
    private let port: HTTPReplyPort?
    /// The number of unsent bytes that `permission` permitted but the last buffer could not hold.
    private var granted = 0

    init(
        _ source: BodySource, _ range: Range<Int>, pace: (@Sendable (Int) -> Int?)?,
        permission: (@Sendable (Int) -> HTTPPermission)?, port: HTTPReplyPort?
    ) {
        self.source = source
        self.range = range
        self.pace = pace
        self.permission = permission
        self.port = port
    }

    /// Copies the bytes to send next.
    ///
    /// - Returns: The number of bytes. Zero ends the body or closes the connection; `nil` means
    ///   that no bytes may be sent yet.
    func copy(at position: Int, to buffer: UnsafeMutableRawPointer, upTo capacity: Int) -> Int? {
        var most = capacity
        if let permission, let port, position < range.count {
            if granted == 0 {
                switch permission(position) {
                case .bytes(let count): granted = max(count, 1)
                case .wait(let time): return port.pause(time) ? nil : 0
                case .close: return 0
                }
            }
            most = granted
        }
        guard let permitted = pace.map({ $0(position) }) ?? most else { return 0 }
        let count = min(max(permitted, 1), capacity, range.count - position)
        guard count > 0 else { return 0 }
        let sent = unsafe source.copy(from: range.lowerBound + position, to: buffer, count: count)
        granted = max(granted - sent, 0)
        return sent
    }
}

private func sendPacedBody(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
    capacity: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else {
        return cmicrohttpd_end_with_error
    }
    let body = unsafe Unmanaged<PacedBody>.fromOpaque(context).takeUnretainedValue()
    guard let count = unsafe body.copy(at: Int(position), to: buffer, upTo: capacity) else {
        return 0
    }
    return count > 0 ? count : cmicrohttpd_end_with_error
}

private func releasePacedBody(context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<PacedBody>.fromOpaque(context).release()
}
