package import VirtualTime

/// The pictures that a segment of H.264 lacks, although no packet or byte is lost.
///
/// The times of the pictures do not suffice to detect a missing picture, because an encoder may
/// leave out pictures on purpose. The encoder numbers the pictures that it writes: by `frame_num`
/// in decoding order, and by the picture order count in display order. A picture is missing if both
/// its number and its time are missing.
///
/// Reference: ITU-T H.264, 7.4.3 (`frame_num`) and 8.2.1 (picture order count).
package struct MissingPictures: Equatable, Sendable {
    /// The number of missing pictures.
    package private(set) var count = 0
    /// The presentation time of the first picture after the gap that was found first.
    ///
    /// If `frame_num` shows the gap, or an IDR picture is missing, this picture follows the gap in
    /// decoding order. Otherwise, it follows the gap in display order.
    package private(set) var time = MediaTime.zero
    /// The spans of presentation time in which the missing pictures would be shown, in order.
    private(set) var spans: [Range<MediaTime>] = []

    /// A picture with its times in units of a 90 kHz clock.
    private struct Picture {
        var presentation: Int64
        var decoding: Int64
        var slice: H264Slice
        /// The complete picture order count, of which a slice states only the low bits.
        var order = 0
    }

    private static let windowSize = 680 * Int64(TransportPacket.size)
    /// The minimum number of pictures from which a picture rate can be derived.
    private static let fewest = 6
    private static let mostPictures = 1 << 16
    /// The number of examined bytes at the start of a sample, which contain its first slice header.
    private static let examinedCount = 1 << 13

    /// Searches a segment for missing pictures.
    ///
    /// The result is `nil` when no picture is missing, or when the pictures have no numbers that
    /// can be compared.
    ///
    /// - Parameter input: The bytes of the segment, decrypted.
    package init?(_ input: any ContainerInput) {
        self.init(input, of: TransportProgram(prefix: [], media: input))
    }

    /// Searches an opened segment of MPEG-TS or fMP4 for missing pictures.
    ///
    /// The result is `nil` for any other container, too.
    init?(_ opened: OpenedMedia) {
        switch opened.format {
        case .mpegTS:
            guard let program = opened.program else { return nil }
            self.init(opened.media, of: program)
        case .fragmentedMP4:
            guard let section = opened.section?.movie else { return nil }
            self.init(opened.media, of: section)
        default: return nil
        }
    }

    private init?(_ input: any ContainerInput, of program: TransportProgram) {
        guard let size = input.byteCount else { return nil }
        let videos = program.streams.filter { $0.kind == .video }
        guard videos.count == 1, videos[0].type == 0x1B else { return nil }
        var reader = Reader(identifier: videos[0].identifier)
        let isRead = input.read(0..<size, windowSize: Self.windowSize) { window, _ in
            reader.take(window)
        }
        guard isRead, let set = reader.finish() else { return nil }
        judge(reader.pictures, set)
        if count == 0 { return nil }
    }

    /// Searches a segment of fMP4 for missing pictures.
    ///
    /// The result is `nil` when no picture is missing, or when the pictures have no numbers that
    /// can be compared.
    ///
    /// - Parameters:
    ///   - input: The bytes of the segment, decrypted.
    ///   - initialization: The bytes of the segment's initialization section, decrypted.
    package init?(_ input: any ContainerInput, initialization: any ContainerInput) {
        guard case .success(let contents) = OpenedInitialization(initialization).contents,
            let section = contents.movie
        else { return nil }
        self.init(input, of: section)
    }

    private init?(_ input: any ContainerInput, of section: PlainSection) {
        let videos = section.tracks.indices.filter { section.tracks[$0].kind == .video }
        guard videos.count == 1, let track = videos.first,
            case .units(let lengthSize, .h264) = section.forms[track],
            let set = section.tracks[track].onlySet,
            let segment = PlainSegment(
                input, of: section.movie, forms: section.forms.map { _ in .any })
        else { return nil }
        let clock = section.tracks[track].clock
        var pictures: [Picture] = []
        for sample in segment.samples where sample.track == track {
            let count = min(sample.size, Self.examinedCount)
            guard pictures.count < Self.mostPictures,
                let bytes = try? input.bytes(at: sample.place, count: count),
                let slice = H264Slice(firstIn: bytes.span, lengthSize: lengthSize, set)
            else { return nil }
            pictures.append(
                Picture(
                    presentation: clock.time(sample.pts).value(timescale: 90_000),
                    decoding: clock.time(sample.dts).value(timescale: 90_000), slice: slice))
        }
        judge(pictures, set)
        if count == 0 { return nil }
    }

    /// Adds the number of pictures missing in a time span before a picture, but at least one.
    private mutating func note(_ span: Int64, _ usual: Int64, before picture: Picture) {
        if count == 0 { time = MediaTime(picture.presentation, timescale: 90_000) }
        // The bound keeps the sum in range if a stranger's decode times jump far.
        let missing = min(max(1, (span + usual / 2) / usual - 1), Int64(Self.mostPictures))
        count += Int(missing)
    }

    private mutating func judge(_ pictures: [Picture], _ set: H264ParameterSet) {
        guard pictures.count >= Self.fewest else { return }
        let steps = zip(pictures, pictures.dropFirst()).map { $1.decoding - $0.decoding }
        let usual = steps.sorted()[steps.count / 2]
        // If the parameter set permits gaps in the numbers, an encoder or packager may have removed
        // pictures on purpose: pictures to which no remaining picture refers.
        guard usual > 0, !set.permitsNumberGaps,
            steps.contains(where: { $0 * 2 >= usual * 3 })
        else { return }
        defer { if count > 0 { locate(in: pictures, usual) } }
        compareNumbers(pictures, set, usual)
        // The display order of a segment that does not start with a keyframe may have gaps that
        // pictures of the previous segment fill.
        guard count == 0, set.orderBits != nil, pictures[0].slice.isIntra else { return }
        // If all pictures are reference frames, `frame_num` shows a missing one, unless so many are
        // missing that it has the same value again. Otherwise, the encoder left out a place in the
        // display order, for example because it received no picture in time.
        let hasOnlyReferences = pictures.allSatisfy(\.slice.isReference)
        let fewestMissing = hasOnlyReferences ? 1 << set.numberBits : 1
        var start = 0
        for index in 1...pictures.count
        where index == pictures.count || pictures[index].slice.isInstantaneous {
            compareOrder(Array(pictures[start..<index]), set, usual, fewestMissing)
            start = index
        }
    }

    /// Determines the spans from the gaps between the times at which pictures are shown.
    ///
    /// If these gaps do not have the length of the missing pictures, because an encoder left out
    /// other pictures, the missing pictures are assumed to be shown before the next picture.
    private mutating func locate(in pictures: [Picture], _ usual: Int64) {
        let shown = pictures.map(\.presentation).sorted()
        let gaps = zip(shown, shown.dropFirst()).filter { ($1 - $0) * 2 >= usual * 3 }
        let total = gaps.reduce(0) { $0 + Int(clamping: ($1.1 - $1.0 + usual / 2) / usual - 1) }
        guard total == count else {
            spans = [time - MediaTime(usual, timescale: 90_000) * count..<time]
            return
        }
        spans = gaps.map { one, next in
            MediaTime(one + usual, timescale: 90_000)..<MediaTime(next, timescale: 90_000)
        }
    }

    /// Compares the `frame_num` of successive pictures.
    ///
    /// A reference frame is missing where a number is skipped and the time between the pictures has
    /// a gap, too.
    private mutating func compareNumbers(
        _ pictures: [Picture], _ set: H264ParameterSet, _ usual: Int64
    ) {
        let limit = 1 << set.numberBits
        var last: Int?
        var time = pictures[0].decoding
        for picture in pictures {
            let slice = picture.slice
            if let last, !slice.isInstantaneous {
                let span = picture.decoding - time
                if (slice.number - last + limit) % limit > 1, span * 2 >= usual * 3 {
                    note(span, usual, before: picture)
                }
            }
            time = picture.decoding
            if slice.isReference {
                last = slice.number
            } else if last == nil {
                last = (slice.number - 1 + limit) % limit
            }
        }
    }

    /// Searches for gaps in the display order of pictures.
    ///
    /// - Parameters:
    ///   - pictures: The pictures from one IDR picture up to, not including, the next one.
    ///   - set: The parameter set of the pictures.
    ///   - usual: The usual duration of a picture.
    ///   - fewestMissing: The minimum number of missing pictures in a gap.
    private mutating func compareOrder(
        _ pictures: [Picture], _ set: H264ParameterSet, _ usual: Int64, _ fewestMissing: Int
    ) {
        guard pictures.count >= Self.fewest, let bits = set.orderBits else { return }
        let limit = 1 << bits
        var base = pictures[0].slice.order ?? 0
        var shown: [(place: Int, picture: Picture)] = []
        var last = pictures[0]
        var time = pictures[0].decoding
        for (place, var picture) in pictures.enumerated() {
            guard let lower = picture.slice.order, !picture.slice.isField else { return }
            let span = picture.decoding - time
            time = picture.decoding
            // The complete picture order count has the low bits that the slice states, and is as
            // close as possible to the complete count of the last reference picture.
            let turn = (base - lower + limit / 2) >> bits
            picture.order = turn * limit + lower
            if picture.slice.isReference { base = picture.order }
            // Only an IDR picture restarts the picture order count. An IDR picture is therefore
            // missing if the count decreases although the presentation time increases.
            if picture.order < last.order, picture.presentation > last.presentation {
                if span * 2 >= usual * 3 { note(span, usual, before: picture) }
                return
            }
            if picture.order > last.order || place == 0 { last = picture }
            shown.append((place, picture))
        }
        shown.sort { ($0.picture.order, $0.place) < ($1.picture.order, $1.place) }
        let pairs = zip(shown, shown.dropFirst())
        let steps = pairs.map { $1.picture.order - $0.picture.order }
        let step = steps.sorted()[steps.count / 2]
        guard step > 0, steps.allSatisfy({ $0 > 0 && $0 % step == 0 }),
            pairs.allSatisfy({ $0.picture.presentation < $1.picture.presentation })
        else { return }
        for (index, (one, next)) in pairs.enumerated() {
            let span = next.picture.presentation - one.picture.presentation
            let later = max(one.place, next.place)
            // Pictures of the next segment may fill a gap at the end of this segment. So a gap
            // counts only if a picture that is decoded after both pictures at the gap is shown
            // after the gap.
            guard (next.picture.order - one.picture.order) / step > fewestMissing,
                span * 2 >= usual * 3,
                shown[(index + 1)...].contains(where: { $0.place > later })
            else { continue }
            note(span, usual, before: next.picture)
        }
    }

    // MARK: Reading

    /// Collects the pictures of a stream, from the first bytes of each PES packet.
    private struct Reader {
        let identifier: Int
        private(set) var pictures: [Picture] = []

        private var set: H264ParameterSet?
        private var isComparable = true
        private var head: [UInt8] = []
        /// The times of the PES packet whose first slice has not been found yet.
        ///
        /// They are `nil` when there is no such packet.
        private var times: (presentation: Int64, decoding: Int64)?

        /// The maximum number of bytes at the start of a picture that are searched for a slice.
        private static let longestHead = 8192

        init(identifier: Int) { self.identifier = identifier }

        mutating func take(_ window: Span<UInt8>) {
            guard isComparable else { return }
            for start in stride(from: 0, to: window.count, by: TransportPacket.size) {
                guard let packet = TransportPacket(sound: window, at: start) else {
                    return isComparable = false
                }
                if packet.identifier == identifier, !packet.payload.isEmpty {
                    take(packet, window)
                }
            }
        }

        /// Ends the last picture and returns the parameter set of all pictures.
        ///
        /// The result is `nil` when the pictures cannot be compared.
        mutating func finish() -> H264ParameterSet? {
            close()
            return isComparable ? set : nil
        }

        @inline(__always)
        private mutating func take(_ packet: TransportPacket, _ bytes: Span<UInt8>) {
            var content = packet.payload
            if packet.startsUnit {
                close()
                guard let header = ElementaryHeader(bytes, in: content),
                    let presentation = header.presentationTime,
                    header.headerCount <= content.count
                else { return isComparable = false }
                let fields = content.lowerBound
                let hasBoth = bytes[fields + 7] & 0x40 != 0 && header.headerCount >= 19
                let decoding =
                    hasBoth ? ElementaryHeader.time(bytes, at: fields + 14) : presentation
                times = (presentation, decoding)
                content = fields + header.headerCount..<content.upperBound
            }
            guard times != nil else { return }
            for index in content { head.append(bytes[index]) }
            look(isWhole: false)
        }

        private mutating func close() {
            if times != nil { look(isWhole: true) }
            // The picture has no slice, or its slice could not be read, so the pictures cannot be
            // compared.
            if times != nil { isComparable = false }
        }

        /// Searches for the first slice of the picture.
        private mutating func look(isWhole: Bool) {
            let bytes = head
            let span = bytes.span
            var next = StartCodes.next(in: span, from: 0, upTo: span.count)
            while let unit = next, unit < span.count {
                let type = span[unit] & 0x1F
                if type == 1 || type == 5 {
                    guard isWhole || span.count - unit >= H264Slice.headerCount else { return }
                    return take(slice: span.extracting(unit..<span.count))
                }
                next = StartCodes.next(in: span, from: unit, upTo: span.count)
                if type == 7, let end = next {
                    let found = H264ParameterSet(unit: span.extracting(unit..<end - 3))
                    // A slice refers only to a picture parameter set, which refers to the sequence
                    // parameter set. Picture parameter sets are not read, so only one sequence
                    // parameter set is supported.
                    if found == nil || set != nil && set?.id != found?.id { isComparable = false }
                    set = found
                }
            }
            if head.count > Self.longestHead { isComparable = false }
        }

        private mutating func take(slice unit: Span<UInt8>) {
            defer {
                times = nil
                head.removeAll(keepingCapacity: true)
            }
            guard let times, let set, let slice = H264Slice(unit: unit, set), slice.isFirst,
                pictures.count < MissingPictures.mostPictures
            else { return isComparable = false }
            // The 33-bit timestamps have wrapped to zero, so the pictures cannot be compared.
            if let last = pictures.last, times.decoding < last.decoding {
                return isComparable = false
            }
            pictures.append(
                Picture(
                    presentation: times.presentation, decoding: times.decoding, slice: slice))
        }
    }
}

extension StreamFacts {
    /// The parameter set in the description of the track; `nil` unless there is exactly one.
    fileprivate var onlySet: H264ParameterSet? {
        extradata.count > 5 && extradata[0] == 1 && extradata[5] & 31 == 1 ? h264Set : nil
    }
}

extension H264Slice {
    /// Reads the first slice of a sample.
    ///
    /// The result is `nil` if the slice is not the first one of its picture or cannot be read, and
    /// if the sample has another parameter set. The bytes may end within the sample.
    fileprivate init?(firstIn sample: Span<UInt8>, lengthSize: Int, _ set: H264ParameterSet) {
        var index = 0
        while index + lengthSize < sample.count {
            let unit = index + lengthSize
            let length = Int(sample.unsigned(at: index, count: lengthSize))
            guard length > 0 else { return nil }
            let bytes = sample.extracting(unit..<min(unit + length, sample.count))
            switch sample[unit] & 0x1F {
            case 1, 5:
                self.init(unit: bytes, set)
                if !isFirst { return nil }
                return
            case 7:
                guard H264ParameterSet(unit: bytes) == set else { return nil }
            default: break
            }
            index = unit + length
        }
        return nil
    }
}
