import VirtualTime

/// Adds a time to the decode times of movie fragments, and to the times of event boxes.
///
/// Reference: ISO/IEC 14496-12, sections 8.8.12 (tfdt), 8.16.3 (sidx) and 8.16.5 (prft); ISO/IEC
/// 23009-1, section 5.10.3.3 (emsg).
struct FragmentShift {
    private static let mostTracks = 64
    private static let prft: UInt32 = 0x7072_6674
    private static let saio: UInt32 = 0x7361_696F

    private let shift: MediaShift
    private let clocks: TrackClocks

    init(_ shift: MediaShift, _ clocks: TrackClocks) {
        self.shift = shift
        self.clocks = clocks
    }

    func applied(to bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var boxes = BoxRange(0..<bytes.count)
        while let box = boxes.next(of: bytes.span) {
            var copy = Array(bytes[box.whole])
            if box.header.code == Self.prft {
                try moveReference(in: &copy, header: box.header.count)
            } else {
                switch PlainBox(rawValue: box.header.code) {
                case .moof:
                    copy = try movie(copy, box.header, at: box.whole.lowerBound, result.count)
                case .emsg: moveEvent(in: &copy, header: box.header.count)
                // The sizes and times in a segment index may be wrong after the shift, and HLS does
                // not need the index. It therefore becomes free space.
                case .sidx: copy.replaceSubrange(4..<8, with: Array("free".utf8))
                default: break
                }
            }
            result += copy
        }
        guard boxes.fault == nil else {
            throw ContainerError(
                .malformed(.fragmentedMP4, "a box that does not end within the segment"),
                offset: Int64(boxes.index))
        }
        return result
    }

    // MARK: Fragments

    /// Returns a movie fragment with shifted decode times.
    ///
    /// - Parameters:
    ///   - bytes: The `moof` box.
    ///   - header: The header of the box.
    ///   - offset: The position of the box in the segment.
    ///   - newOffset: The position of the box in the result.
    /// - Returns: The box with the new decode times.
    /// - Throws: `ContainerError` when the box is malformed, or a time cannot be shifted.
    private func movie(
        _ bytes: [UInt8], _ header: BoxHeader, at offset: Int, _ newOffset: Int
    ) throws(ContainerError) -> [UInt8] {
        var parts: [(place: BoxRange.Place, bytes: [UInt8])] = []
        var boxes = BoxRange(header.count..<bytes.count)
        var growth = 0
        while let box = boxes.next(of: bytes.span) {
            var part = Array(bytes[box.whole])
            if box.header.code == PlainBox.traf.rawValue {
                guard parts.count < Self.mostTracks else { throw broken("too many tracks", offset) }
                part = try track(part, box.header, at: offset)
                growth += part.count - box.whole.count
            }
            parts.append((box, part))
        }
        guard boxes.fault == nil else { throw broken("a broken movie fragment", offset) }
        var result = Array(bytes[..<header.count])
        for (place, bytes) in parts {
            var part = bytes
            if place.header.code == PlainBox.traf.rawValue {
                try moveData(
                    in: &part, place.header, by: growth, from: newOffset - offset + growth,
                    at: offset)
            }
            result += part
        }
        setSize(of: &result, header)
        return result
    }

    /// Returns a track fragment with a shifted decode time.
    private func track(
        _ bytes: [UInt8], _ header: BoxHeader, at offset: Int
    ) throws(ContainerError) -> [UInt8] {
        var result = Array(bytes[..<header.count])
        var timescale: Int64?
        var hasTime = false
        var boxes = BoxRange(header.count..<bytes.count)
        while let box = boxes.next(of: bytes.span) {
            switch PlainBox(rawValue: box.header.code) {
            case .tfhd where box.contents.count >= 8:
                let id = bytes.span.word(at: box.contents.lowerBound + 4)
                timescale = clocks.timescales[id]
                result += bytes[box.whole]
            case .tfdt:
                guard let timescale else {
                    throw broken("a track whose clock is not known", offset)
                }
                hasTime = true
                result += try decodeTime(bytes, box, timescale, at: offset)
            default:
                if box.header.code == Self.saio {
                    throw broken("encryption, which cannot be moved", offset)
                }
                result += bytes[box.whole]
            }
        }
        guard boxes.fault == nil else { throw broken("a broken track fragment", offset) }
        guard hasTime else { throw broken("a track fragment without a decode time", offset) }
        setSize(of: &result, header)
        return result
    }

    /// Returns a decode time box (`tfdt`) with the shifted time.
    private func decodeTime(
        _ bytes: [UInt8], _ box: BoxRange.Place, _ timescale: Int64, at offset: Int
    ) throws(ContainerError) -> [UInt8] {
        let start = box.contents.lowerBound
        let isLong = box.contents.count > 0 && bytes[start] == 1
        guard box.header.isShort, box.contents.count == (isLong ? 12 : 8) else {
            throw broken("a broken decode time", offset)
        }
        let time = bytes.span.unsigned(at: start + 4, count: isLong ? 8 : 4)
        let (sum, overflow) = Int64(clamping: time)
            .addingReportingOverflow(shift.offset.value(timescale: timescale))
        guard sum >= 0, !overflow else { throw broken("a decode time before zero", offset) }
        let width = shift.decodeTimeWidth ?? (isLong ? .long : .short)
        let count = width == .long ? 8 : 4
        var result = [UInt8](repeating: 0, count: 12 + count)
        result.setNumber(UInt64(result.count), at: 0, count: 4)
        result.setNumber(UInt64(PlainBox.tfdt.rawValue), at: 4, count: 4)
        result[8] = width == .long ? 1 : 0
        result.setNumber(UInt64(sum), at: 12, count: count)
        return result
    }

    /// Adjusts the data positions that a track fragment states.
    ///
    /// - Parameters:
    ///   - bytes: The track fragment.
    ///   - header: The header of the track fragment's box.
    ///   - growth: The number to add to positions that are counted from the start of the movie
    ///     fragment.
    ///   - distance: The number to add to positions that are counted from the start of the segment.
    ///   - offset: The position of the movie fragment in the segment.
    /// - Throws: `ContainerError` when the track fragment is malformed.
    private func moveData(
        in bytes: inout [UInt8], _ header: BoxHeader, by growth: Int, from distance: Int,
        at offset: Int
    ) throws(ContainerError) {
        guard growth != 0 || distance != 0 else { return }
        var isAbsolute = false
        var boxes = BoxRange(header.count..<bytes.count)
        while let box = boxes.next(of: bytes.span) {
            let start = box.contents.lowerBound
            guard box.contents.count >= 8 else { continue }
            let flags = bytes.span.unsigned(at: start, count: 4)
            switch PlainBox(rawValue: box.header.code) {
            case .tfhd where flags & 0x01 != 0 && box.contents.count >= 16:
                isAbsolute = true
                let base = Int64(bitPattern: bytes.span.unsigned(at: start + 8, count: 8))
                let (sum, overflow) = base.addingReportingOverflow(Int64(distance))
                guard !overflow else { throw broken("an impossible position of data", offset) }
                bytes.setNumber(UInt64(bitPattern: sum), at: start + 8, count: 8)
            case .trun where flags & 0x01 != 0 && !isAbsolute && box.contents.count >= 12:
                let place = Int32(bitPattern: bytes.span.word(at: start + 8))
                let (sum, overflow) = place.addingReportingOverflow(Int32(clamping: growth))
                guard !overflow else { throw broken("an impossible position of data", offset) }
                bytes.setNumber(UInt64(UInt32(bitPattern: sum)), at: start + 8, count: 4)
            default: break
            }
        }
    }

    // MARK: Events and references

    private func moveEvent(in bytes: inout [UInt8], header: Int) {
        // In version 0, the time of an event is relative to the start of the segment, so it does
        // not change.
        guard bytes.count >= header + 16, bytes[header] == 1 else { return }
        let timescale = Int64(bytes.span.word(at: header + 4))
        guard timescale > 0 else { return }
        let time = Int64(clamping: bytes.span.unsigned(at: header + 8, count: 8))
        let (sum, overflow) = time.addingReportingOverflow(
            shift.offset.value(timescale: timescale))
        guard !overflow, sum >= 0 else { return }
        bytes.setNumber(UInt64(sum), at: header + 8, count: 8)
    }

    private func moveReference(in bytes: inout [UInt8], header: Int) throws(ContainerError) {
        guard bytes.count > header else { return }
        let width = bytes[header] == 1 ? 8 : 4
        guard bytes.count >= header + 16 + width,
            let timescale = clocks.timescales[bytes.span.word(at: header + 4)]
        else { return }
        let time = Int64(clamping: bytes.span.unsigned(at: header + 16, count: width))
        let sum = time &+ shift.offset.value(timescale: timescale)
        bytes.setNumber(UInt64(bitPattern: sum), at: header + 16, count: width)
    }

    private func setSize(of bytes: inout [UInt8], _ header: BoxHeader) {
        if header.isShort {
            bytes.setNumber(UInt64(bytes.count), at: 0, count: 4)
        } else if header.count == 16 {
            bytes.setNumber(UInt64(bytes.count), at: 8, count: 8)
        }
    }

    private func broken(_ cause: String, _ offset: Int) -> ContainerError {
        ContainerError(.malformed(.fragmentedMP4, cause), offset: Int64(offset))
    }
}
