/// Bytes or time that a connection of an event server is granted.
package enum HTTPPermission: Equatable, Sendable {
    /// At most a number of bytes, which is above zero.
    case bytes(Int)
    /// No byte before a time has elapsed.
    case wait(Duration)
    /// Nothing more: the connection is closed.
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

    /// The bytes of the body that are sent.
    package var range: Range<Int>

    /// Returns the number of bytes to send next, after a number of sent bytes.
    ///
    /// It is called on the thread of the connection, where it may wait; `nil` closes the
    /// connection. Without it all bytes are sent at once.
    package var pace: (@Sendable (_ sentByteCount: Int) -> Int?)?

    /// Returns the permission of an event server to send more after a number of sent bytes.
    ///
    /// It is called on the server's thread and must not block.
    package var permission: (@Sendable (_ sentByteCount: Int) -> HTTPPermission)?

    /// The announced length of the body; `nil` means its actual length.
    package var announcedByteCount: Int?

    /// Whether the connection is reset at the end, losing unsent data.
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
