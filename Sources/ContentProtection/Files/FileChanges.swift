/// The changes by which the boxes of a file describe clear tracks.
///
/// Changes replace bytes, so that all other bytes of the file keep their positions. They do not
/// overlap.
struct FileChanges {
    /// The new bytes with their positions, in any order before ``sort()``.
    private var list: [(offset: Int64, bytes: [UInt8])] = []

    private static let freeType = Array("free".utf8)

    /// Adds new bytes for a position of the file.
    mutating func add(_ bytes: [UInt8], at offset: Int64) {
        list.append((offset, bytes))
    }

    /// Adds the conversion of a box to free space.
    ///
    /// - Parameter offset: The position of the box in the file.
    mutating func addFree(boxAt offset: Int64) {
        add(Self.freeType, at: offset + 4)
    }

    /// Sorts the changes by position, as ``apply(to:at:)`` requires.
    mutating func sort() {
        list.sort { $0.offset < $1.offset }
    }

    /// Changes a part of the file.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - offset: The position of the part in the file.
    func apply(to bytes: inout [UInt8], at offset: Int64) {
        let end = offset + Int64(bytes.count)
        var index = firstIndex(endingBehind: offset)
        while index < list.count, list[index].offset < end {
            bytes.put(list[index].bytes, at: list[index].offset, countedFrom: offset)
            index += 1
        }
    }

    /// Returns the index of the first change that ends after an offset.
    private func firstIndex(endingBehind offset: Int64) -> Int {
        var range = 0..<list.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if list[middle].offset + Int64(list[middle].bytes.count) > offset {
                range = range.lowerBound..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        return range.lowerBound
    }
}

extension [UInt8] {
    /// Replaces bytes in a part of a file with given bytes, where the two overlap.
    ///
    /// This array contains the part. The positions `place` and `offset` are both counted from the
    /// start of the file. Given bytes outside the part are ignored.
    ///
    /// - Parameters:
    ///   - source: The given bytes.
    ///   - place: The position of the given bytes.
    ///   - offset: The position of this part.
    mutating func put(_ source: [UInt8], at place: Int64, countedFrom offset: Int64) {
        let start = Swift.max(place, offset)
        let end = Swift.min(place + Int64(source.count), offset + Int64(count))
        guard start < end else { return }
        replaceSubrange(
            Int(start - offset)..<Int(end - offset),
            with: source[Int(start - place)..<Int(end - place)])
    }
}
