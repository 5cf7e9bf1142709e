import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Answers a request; libmicrohttpd calls it on the thread of the connection.
///
/// It is called once when the header has arrived, when nothing may be said yet, and again.
func answerOriginRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    path: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
    upload: UnsafePointer<CChar>?, uploadByteCount: UnsafeMutablePointer<Int>?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection,
        let path = unsafe path, let method = unsafe method, let state = unsafe state
    else { return cmicrohttpd_no }
    guard unsafe state.pointee != nil else {
        unsafe state.pointee = context
        return cmicrohttpd_yes
    }
    if let count = unsafe uploadByteCount, unsafe count.pointee > 0 {
        unsafe count.pointee = 0
        return cmicrohttpd_yes
    }
    let desk = unsafe Unmanaged<OriginDesk>.fromOpaque(context).takeUnretainedValue()
    let fields = unsafe OriginFields(of: connection)
    let request = unsafe OriginRequest(
        method: String(cString: method), path: String(cString: path), query: fields.query,
        headers: fields.headers, port: OriginFields.clientPort(of: connection))
    guard let reply = desk.reply(to: request), let response = unsafe reply.makeResponse() else {
        return cmicrohttpd_no
    }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in reply.headers {
        _ = unsafe MHD_add_response_header(response, name, value)
    }
    return unsafe MHD_queue_response(connection, UInt32(reply.status), response)
}

extension OriginReply {
    /// The reply for libmicrohttpd, which the caller must destroy.
    fileprivate func makeResponse() -> OpaquePointer? {
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
            case .file(let path, let byteCount): OriginFile.bytes(of: path, byteCount: byteCount)
            }
        let sent = OriginTruncatedBody(Array(all[range].prefix(hangsUpAfter ?? .max)), gate: gate)
        let context = unsafe Unmanaged.passRetained(sent).toOpaque()
        return unsafe MHD_create_response_from_callback(
            UInt64(range.count), 16 << 10, sendTruncatedBody, context, releaseTruncatedBody)
    }
}

/// The bytes that are sent of a body before the server hangs up.
private final class OriginTruncatedBody {
    let bytes: [UInt8]
    let gate: OriginGate?

    init(_ bytes: [UInt8], gate: OriginGate?) {
        self.bytes = bytes
        self.gate = gate
    }
}

private func sendTruncatedBody(
    context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
    capacity: Int
) -> Int {
    guard let context = unsafe context, let buffer = unsafe buffer else {
        return cmicrohttpd_end_with_error
    }
    let body = unsafe Unmanaged<OriginTruncatedBody>.fromOpaque(context).takeUnretainedValue()
    let rest = body.bytes.dropFirst(Int(position)).prefix(capacity)
    guard !rest.isEmpty else {
        body.gate?.wait()
        return cmicrohttpd_end_with_error
    }
    for (index, byte) in rest.enumerated() {
        unsafe buffer[index] = CChar(bitPattern: byte)
    }
    return rest.count
}

private func releaseTruncatedBody(context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<OriginTruncatedBody>.fromOpaque(context).release()
}

/// The header fields and the query of a request, collected.
private final class OriginFields {
    var headers: [String: String] = [:]
    var query: [String] = []

    init(of connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_header_kind, collectField, context)
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_query_kind, collectField, context)
    }

    /// The port from which a request came, which tells connections apart.
    static func clientPort(of connection: OpaquePointer) -> UInt16 {
        guard let address = unsafe cmicrohttpd_client_address(connection)
        else { return 0 }
        return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            unsafe UInt16(bigEndian: $0.pointee.sin_port)
        }
    }
}

private func collectField(
    context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
    value: UnsafePointer<CChar>?
) -> MHD_Result {
    guard let context = unsafe context, let name = unsafe name else { return cmicrohttpd_no }
    let fields = unsafe Unmanaged<OriginFields>.fromOpaque(context).takeUnretainedValue()
    let key = unsafe String(cString: name)
    let text: String? = if let value = unsafe value { unsafe String(cString: value) } else { nil }
    if kind == cmicrohttpd_header_kind {
        fields.headers[key.lowercased()] = text ?? ""
    } else {
        fields.query.append(text.map { "\(key)=\($0)" } ?? key)
    }
    return cmicrohttpd_yes
}

/// Files that the server has.
enum OriginFile {
    /// The size of a regular file; `nil` when there is none at the path.
    static func byteCount(of path: String) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(status.st_size)
    }

    /// The bytes of a file; zeros stand for those that cannot be read.
    static func bytes(of path: String, byteCount: Int) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        _ = unsafe pread(descriptor, &bytes, byteCount, 0)
        return bytes
    }
}
