/// The place of a box in an ISO base media file.
struct BoxPlace: Sendable {
    let type: String
    /// The range of the whole box.
    let range: Range<Int>
    /// The range of the contents, after the size and the type of the box.
    var contents: Range<Int> { range.lowerBound + 8..<range.upperBound }

    private static let containers: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf", "edts", "dinf", "udta",
    ]

    /// Returns the boxes in a range of a file, each before the boxes that it contains.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [BoxPlace] {
        var boxes: [BoxPlace] = []
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let size = number(bytes, place, 4)
            guard size >= 8, place + size <= range.upperBound else { break }
            let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            let box = BoxPlace(type: type, range: place..<place + size)
            boxes.append(box)
            if containers.contains(type) { boxes += all(in: bytes, box.contents) }
            place += size
        }
        return boxes
    }

    /// Returns a big-endian number.
    static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
