import CMicrohttpd

/// The partially received body of a request, used only on the thread of its connection.
private final class HTTPUpload {
    var body: [UInt8] = []
}

/// Answers a request; libmicrohttpd calls this function on the thread of the connection.
///
/// libmicrohttpd calls the function once after the header, then for each part of a body, and
/// finally without a part. Only the first and the last call may queue a response.
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
        // The body exceeds the size limit. The reply is sent before the body is read, so that the
        // client need not send it.
        request.isBodyTooLarge = true
        return unsafe send(desk.respond(request), over: connection)
    }
    let upload = unsafe Unmanaged<HTTPUpload>.fromOpaque(known).takeUnretainedValue()
    if let count = unsafe partByteCount, unsafe count.pointee > 0 {
        let bytes = unsafe UnsafeRawBufferPointer(start: part, count: count.pointee)
        // If the length of the body was not announced, the server detects only here that the body
        // exceeds the limit, and closes the connection without a response.
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

/// Queues a reply.
///
/// - Parameters:
///   - reply: The reply; `nil` closes the connection.
///   - connection: The connection.
///   - port: The `HTTPReplyPort` of the request on an event server, which can suspend the sending
///     of the body; `nil` for other servers.
/// - Returns: The result for libmicrohttpd: whether the connection continues or is closed.
func send(
    _ reply: HTTPServerReply?, over connection: OpaquePointer, port: HTTPReplyPort? = nil
) -> MHD_Result {
    guard let reply, let response = unsafe reply.makeResponse(port) else { return cmicrohttpd_no }
    if reply.resetsConnection { unsafe cmicrohttpd_reset_when_closed(connection) }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in reply.headers {
        _ = unsafe MHD_add_response_header(response, name, value)
    }
    return unsafe MHD_queue_response(connection, UInt32(clamping: reply.status), response)
}
