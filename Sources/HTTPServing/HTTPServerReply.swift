/// The decision of an event server to send more of a body, to wait, or to close the connection.
package enum HTTPPermission: Equatable, Sendable {
    /// The connection may send at most this number of bytes, which is above zero.
    case bytes(Int)
    /// The connection sends nothing until this time has elapsed.
    case wait(Duration)
    /// The connection sends nothing more and is closed.
    case close
}

/// The response of an HTTP server to one request.
package struct HTTPServerReply: Sendable {
    package enum Body: Sendable {
        case memory([UInt8])
        /// The bytes of a regular file at a path.
        case file(String, byteCount: Int)
    }

    package var status = 200
    package var headers: [(name: String, value: String)] = []
    package var body: Body

    /// The range of the body that is sent.
    package var range: Range<Int>

    /// A closure that limits the rate: it returns the number of bytes to send next.
    ///
    /// Its argument is the number of bytes that were sent so far. It is called on the thread of the
    /// connection, where it may block; the result `nil` closes the connection. Without the closure,
    /// all bytes are sent without delay.
    package var pace: (@Sendable (_ sentByteCount: Int) -> Int?)?

    /// A closure that decides when an ``HTTPEventServer`` may send more of the body.
    ///
    /// Its argument is the number of bytes that were sent so far. It is called on the server's
    /// thread and must not block.
    package var permission: (@Sendable (_ sentByteCount: Int) -> HTTPPermission)?

    /// The length that the header announces for the body; `nil` announces its actual length.
    package var announcedByteCount: Int?

    /// Whether the connection is reset at the end of the response, losing unsent data.
    package var resetsConnection = false

    /// Creates a response with a part of a body.
    package init(body: Body, range: Range<Int>) {
        self.body = body
        self.range = range
    }

    /// Creates a response with a body in memory.
    package init(
        status: Int = 200, headers: [(name: String, value: String)] = [], bytes: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        body = .memory(bytes)
        range = 0..<bytes.count
    }
}
