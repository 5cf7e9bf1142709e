/// The boxes of an ISO base media file as a tree that can be changed and written again.
package struct BoxTree {
    package var type: String
    /// The bytes before the children, or all contents of a box without children.
    package var head: [UInt8]
    package var children: [BoxTree]

    package init(_ type: String, _ head: [UInt8] = [], _ children: [BoxTree] = []) {
        self.type = type
        self.head = head
        self.children = children
    }

    /// Reads the boxes of a well-formed file.
    package static func read(_ bytes: ArraySlice<UInt8>) -> [BoxTree] {
        var boxes: [BoxTree] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let contents = rest.prefix(size).dropFirst(8)
            if let count = headCount(of: type) {
                boxes.append(
                    BoxTree(
                        type, Array(contents.prefix(count)), read(contents.dropFirst(count))))
            } else {
                boxes.append(BoxTree(type, Array(contents)))
            }
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    private static func headCount(of type: String) -> Int? {
        switch type {
        case "moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf": 0
        case "stsd": 8
        case "avc1": 78
        case "mp4a": 28
        default: nil
        }
    }

    /// The bytes of the box in a file.
    package var bytes: [UInt8] {
        let contents = head + children.flatMap(\.bytes)
        return bigEndian(contents.count + 8, 4) + Array(type.utf8) + contents
    }

    /// Changes every box of a type, at any depth.
    package mutating func change(_ type: String, _ body: (inout BoxTree) -> Void) {
        for index in children.indices { children[index].change(type, body) }
        if self.type == type { body(&self) }
    }

    /// Returns the boxes of a type, at any depth, in order.
    package func all(_ type: String) -> [BoxTree] {
        (self.type == type ? [self] : []) + children.flatMap { $0.all(type) }
    }

    /// Returns a big-endian number in the head.
    package func number(at index: Int, _ count: Int) -> Int {
        head[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }
}

package func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}
