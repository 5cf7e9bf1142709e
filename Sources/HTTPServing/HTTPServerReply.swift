/// What a server of HTTP is to say to one request.
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

    /// Says how many bytes may be sent next, when so many have been.
    ///
    /// It is asked on the thread of the connection, where it may wait; `nil` hangs up. Without it
    /// all bytes are sent at once.
    package var pace: (@Sendable (_ sentByteCount: Int) -> Int?)?

    /// How many bytes the header announces, whatever comes; `nil` means as many as come.
    package var announcedByteCount: Int?

    /// Whether the end of the connection is sudden, with whatever is still on its way lost.
    package var resetsConnection = false

    /// Creates a reply with a part of a body.
    package init(body: Body, range: Range<Int>) {
        self.body = body
        self.range = range
    }

    /// Creates a reply with a body in memory.
    package init(
        status: Int = 200, headers: [(name: String, value: String)] = [], bytes: [UInt8] = []
    ) {
        self.status = status
        self.headers = headers
        body = .memory(bytes)
        range = 0..<bytes.count
    }
}
