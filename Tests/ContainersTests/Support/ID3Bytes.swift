/// A writer of ID3 tags of version 2.4.
enum ID3Bytes {
    static func tag(_ frames: [(id: String, data: [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for frame in frames {
            body += Array(frame.id.utf8) + synchsafe(frame.data.count) + [0, 0] + frame.data
        }
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(body.count) + body
    }

    static func text(_ id: String, _ value: String) -> (id: String, data: [UInt8]) {
        (id, [3] + Array(value.utf8))
    }

    static func timestamp(_ count: UInt64) -> (id: String, data: [UInt8]) {
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        return ("PRIV", owner + (0..<8).map { UInt8(count >> UInt64(56 - 8 * $0) & 0xFF) })
    }

    private static func synchsafe(_ count: Int) -> [UInt8] {
        [21, 14, 7, 0].map { shift in UInt8(count >> shift & 0x7F) }
    }
}
