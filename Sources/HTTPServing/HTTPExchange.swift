import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A request in progress, on the thread of its connection.
private final class HTTPUpload {
    var body: [UInt8] = []
}

/// Answers a request; libmicrohttpd calls it on the thread of the connection.
///
/// It is called once when the header has arrived, then with each part of a body, and finally
/// without one. Only the first and the last call may answer.
func answerHTTPRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    path: UnsafePointer<CChar>?, method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?,
    part: UnsafePointer<CChar>?, partByteCount: UnsafeMutablePointer<Int>?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection,
        let path = unsafe path, let method = unsafe method, let state = unsafe state
    else { return cmicrohttpd_no }
    let desk = unsafe Unmanaged<HTTPDesk>.fromOpaque(context).takeUnretainedValue()
    let fields = unsafe HTTPFields(of: connection)
    var request = unsafe HTTPServerRequest(
        method: String(cString: method), path: String(cString: path), query: fields.query,
        headers: fields.headers, body: [], isBodyTooLarge: false,
        port: HTTPFields.clientPort(of: connection))
    guard let known = unsafe state.pointee else {
        let upload = HTTPUpload()
        unsafe state.pointee = Unmanaged.passRetained(upload).toOpaque()
        let announced = request.headers["content-length"].flatMap { Int($0) } ?? 0
        guard announced > desk.largestBody else { return cmicrohttpd_yes }
        // The body is not read, so the client need not send it.
        request.isBodyTooLarge = true
        return unsafe send(desk.respond(request), over: connection)
    }
    let upload = unsafe Unmanaged<HTTPUpload>.fromOpaque(known).takeUnretainedValue()
    if let count = unsafe partByteCount, unsafe count.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: part, count: count.pointee)
        // An unannounced body that grows too long receives no response.
        guard bytes.count <= desk.largestBody - upload.body.count else { return cmicrohttpd_no }
        unsafe upload.body.append(contentsOf: bytes)
        unsafe count.pointee = 0
        return cmicrohttpd_yes
    }
    request.body = upload.body
    return unsafe send(desk.respond(request), over: connection)
}

/// Releases the state of a request, regardless of its outcome.
func endHTTPRequest(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
    guard let state = unsafe state, let upload = unsafe state.pointee else { return }
    unsafe Unmanaged<HTTPUpload>.fromOpaque(upload).release()
    unsafe state.pointee = nil
}

private func send(_ reply: HTTPServerReply?, over connection: OpaquePointer) -> MHD_Result {
    guard let reply, let response = unsafe reply.makeResponse() else { return cmicrohttpd_no }
    if reply.resetsConnection { unsafe cmicrohttpd_reset_when_closed(connection) }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in reply.headers {
        _ = unsafe MHD_add_response_header(response, name, value)
    }
    return unsafe MHD_queue_response(connection, UInt32(clamping: reply.status), response)
}

/// The header fields and the query of a request, collected.
private final class HTTPFields {
    var headers: [String: String] = [:]
    var query: [String] = []

    init(of connection: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_header_kind, collectField, context)
        _ = unsafe MHD_get_connection_values(
            connection, cmicrohttpd_query_kind, collectField, context)
    }

    /// Returns the client port of a request, which identifies its connection.
    static func clientPort(of connection: OpaquePointer) -> UInt16 {
        guard let address = unsafe cmicrohttpd_client_address(connection)
        else { return 0 }
        // The port has the same position for IPv4 and IPv6.
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
    let fields = unsafe Unmanaged<HTTPFields>.fromOpaque(context).takeUnretainedValue()
    let key = unsafe String(cString: name)
    let text: String? = if let value = unsafe value { unsafe String(cString: value) } else { nil }
    if kind == cmicrohttpd_header_kind {
        fields.headers[key.lowercased()] = text ?? ""
    } else {
        fields.query.append(text.map { "\(key)=\($0)" } ?? key)
    }
    return cmicrohttpd_yes
}
