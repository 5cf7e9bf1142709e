/// The times of the first samples of a segment.
extension SegmentStart {
    /// The times of tracks at the start of a segment.
    package struct Times: Equatable, Sendable {
        /// The time of each track in ticks, by track or packet identifier.
        package let ticks: [Int: Int64]
        /// The ticks of a second in a transport stream; `nil` if the movie box states them.
        package let timescale: Int64?
        /// The number of ticks after which the clock starts again; `nil` if it never does.
        package let wrap: Int64?

        package init(ticks: [Int: Int64], timescale: Int64?, wrap: Int64?) {
            self.ticks = ticks
            self.timescale = timescale
            self.wrap = wrap
        }
    }

    /// The times that the bytes state; `nil` when they state none.
    ///
    /// Of a transport stream, these are the presentation times of the first pictures. Sound is not
    /// considered: multiplexers place it before or after the pictures of the same time. Of a
    /// fragment, these are the decode times of its tracks.
    package var times: Times? {
        if bytes.first == 0x47 {
            let ticks = pictureTimes
            return ticks.isEmpty ? nil : Times(ticks: ticks, timescale: 90_000, wrap: 1 << 33)
        }
        let ticks = fragmentTimes
        return ticks.isEmpty ? nil : Times(ticks: ticks, timescale: nil, wrap: nil)
    }

    private var pictureTimes: [Int: Int64] {
        var times: [Int: Int64] = [:]
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            guard let packet = TransportPacket(bytes.span, at: start), packet.payload.count > 3,
                bytes[packet.payload.lowerBound + 3] & 0xF0 == 0xE0,
                times[packet.identifier] == nil,
                let time = packet.presentationTime(in: bytes.span)
            else { continue }
            times[packet.identifier] = time
        }
        return times
    }

    private var fragmentTimes: [Int: Int64] {
        var times: [Int: Int64] = [:]
        let top = boxes(in: 0..<bytes.count)
        guard let fragment = top.first(where: { $0.type == "moof" }) else { return times }
        for track in boxes(in: fragment.contents) where track.type == "traf" {
            let fields = boxes(in: track.contents)
            guard let header = fields.first(where: { $0.type == "tfhd" })?.contents,
                let time = fields.first(where: { $0.type == "tfdt" })?.contents,
                header.count >= 8, time.count >= 8
            else { continue }
            let width = bytes[time.lowerBound] == 0 ? 4 : 8
            guard time.count >= 4 + width else { continue }
            let ticks = bytes.span.unsigned(at: time.lowerBound + 4, count: width)
            guard ticks < 1 << 60 else { continue }
            let identifier = bytes.span.unsigned(at: header.lowerBound + 4, count: 4)
            times[Int(identifier)] = Int64(ticks)
        }
        return times
    }

    /// Returns the boxes in a range, whose contents are cut off at the end of the range.
    private func boxes(in range: Range<Int>) -> [(type: String, contents: Range<Int>)] {
        var found: [(type: String, contents: Range<Int>)] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let rest = bytes.span.extracting(offset..<range.upperBound)
            guard let box = ISOBox(header: rest, offset: Int64(offset)) else { break }
            let end = Int(min(box.end ?? .max, Int64(range.upperBound)))
            let start = offset + Int(box.headerCount)
            guard start <= end else { break }
            found.append((box.type, start..<end))
            offset = end
        }
        return found
    }
}

extension OpenedInitialization {
    /// The ticks of a second in the clock of each track of video or audio, by track identifier.
    ///
    /// A track of text or metadata is omitted, because its first sample need not be at the start of
    /// a segment. The value is empty unless the fragments can be read without libavformat.
    package var timescales: [Int: Int64] {
        guard case .success(let contents) = contents, let section = contents.movie else {
            return [:]
        }
        let tracks = zip(section.movie.tracks, section.tracks).filter {
            $1.kind == .video || $1.kind == .audio
        }
        return Dictionary(tracks.map { (Int($0.0.id), $0.0.timescale) }) { first, _ in first }
    }
}
