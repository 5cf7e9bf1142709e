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

    /// After how many bytes the server hangs up; `nil` means never.
    package var hangsUpAfter: Int?

    /// What is done, on the thread of the connection, before the server hangs up.
    package var beforeHangingUp: (@Sendable () -> Void)?

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
