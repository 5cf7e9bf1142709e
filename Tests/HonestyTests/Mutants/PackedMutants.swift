/// The mutants of packed audio.
struct PackedMutants {
    /// Returns all mutants that remove or zero one ADTS frame of a segment, or zero its ID3 tag.
    static func all(_ bytes: [UInt8]) -> [TransportMutants.Made] {
        var made: [TransportMutants.Made] = []
        var place = 0
        if bytes.starts(with: Array("ID3".utf8)) {
            let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 10
            made.append((.tagZeroed, "\(size) bytes", .zero([0..<size])))
            place = size
        }
        var number = 0
        while place + 7 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xF6 == 0xF0 {
            let size =
                Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3
                | Int(bytes[place + 5]) >> 5
            guard size >= 7, place + size <= bytes.count else { break }
            let range = place..<place + size
            made.append((.frameGone, "frame \(number)", .remove([range])))
            made.append((.frameZeroed, "frame \(number)", .zero([range])))
            place += size
            number += 1
        }
        return made
    }
}
