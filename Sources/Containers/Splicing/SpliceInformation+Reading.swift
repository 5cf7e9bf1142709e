import VirtualTime

extension SpliceInformation {
    private static let headerCount = 14
    private static let unknownLength = 0xFFF

    /// Parses a section.
    ///
    /// - Parameter bytes: The bytes of the section; any bytes after the section are ignored.
    /// - Throws: `SpliceError` when it is malformed or damaged.
    package init(_ bytes: [UInt8]) throws(SpliceError) {
        guard let table = bytes.first else { throw SpliceError(.truncated("section")) }
        guard table == 0xFC else { throw SpliceError(.wrongTable(table)) }
        guard let count = TableSection.byteCount(bytes.span, at: 0) else {
            throw SpliceError(.truncated("section"), offset: 1)
        }
        let length = count - TableSection.leadCount
        // The smallest section has only the header, the length of the descriptor list, and the
        // checksum.
        guard length >= Self.headerCount - 3 + 2 + 4, count <= bytes.count else {
            throw SpliceError(.wrongLength(length), offset: 1)
        }
        let section = bytes[..<count]
        let checksum = CyclicRedundancy.section(section.span)
        guard checksum == 0 else {
            throw SpliceError(.wrongChecksum(checksum), offset: length - 1)
        }
        try self.init(sound: section.dropLast(4))
    }

    /// Reads a section whose checksum was verified and removed.
    private init(sound section: ArraySlice<UInt8>) throws(SpliceError) {
        var header = BitReader(Array(section.dropFirst(4).prefix(Self.headerCount - 4)))
        let isEncrypted = header.flag()
        let algorithm = Int(header.bits(6))
        ptsAdjustment = header.clock()
        let controlWord = Int(header.bits(8))
        tier = Int(header.bits(12))
        let commandLength = Int(header.bits(12))
        let type = Int(header.bits(8))
        descriptors = []
        guard !isEncrypted else {
            encryption = Encryption(algorithm: algorithm, controlWord: controlWord)
            command = .encrypted(type: type)
            return
        }
        encryption = nil
        var rest = section.dropFirst(Self.headerCount)
        if commandLength != Self.unknownLength {
            // Two bytes after the command state the length of the descriptor list.
            guard commandLength + 2 <= rest.count else {
                throw SpliceError(.wrongLength(commandLength), offset: 11)
            }
            var reader = BitReader(Array(rest.prefix(commandLength)))
            command = try SpliceCommand(type: type, &reader)
            rest = rest.dropFirst(commandLength)
        } else {
            var reader = BitReader(Array(rest))
            command = try SpliceCommand(type: type, &reader)
            rest = rest.dropFirst(reader.byteCount)
            // A command that extends to the end of the section leaves no room for descriptors.
            if rest.isEmpty { return }
        }
        guard rest.count >= 2 else {
            throw SpliceError(.truncated("list of descriptors"), offset: rest.startIndex)
        }
        let listLength = Int(rest.span.unsigned(at: 0, count: 2))
        rest = rest.dropFirst(2)
        guard listLength <= rest.count else {
            throw SpliceError(.wrongLength(listLength), offset: rest.startIndex - 2)
        }
        rest = rest.prefix(listLength)
        while !rest.isEmpty {
            guard rest.count >= 2, Int(rest[rest.startIndex + 1]) + 2 <= rest.count else {
                throw SpliceError(.truncated("descriptor"), offset: rest.startIndex)
            }
            let count = Int(rest[rest.startIndex + 1])
            let contents = Array(rest.dropFirst(2).prefix(count))
            descriptors.append(SpliceDescriptor(tag: Int(rest[rest.startIndex]), contents))
            rest = rest.dropFirst(2 + count)
        }
    }
}

extension SpliceCommand {
    fileprivate init(type: Int, _ reader: inout BitReader) throws(SpliceError) {
        switch type {
        case 0x00: self = .null
        case 0x04: self = .schedule(ScheduledSplice.list(&reader))
        case 0x05: self = .insert(SpliceInsert(&reader))
        case 0x06: self = .timeSignal(reader.spliceTime())
        case 0x07: self = .bandwidthReservation
        case 0xFF:
            self = .privateCommand(identifier: reader.bits(32), bytes: reader.remainingBytes())
        default: self = .other(type: type, bytes: reader.remainingBytes())
        }
        guard !reader.isOverrun else { throw SpliceError(.truncated(name), offset: 14) }
    }
}

extension SpliceInsert {
    fileprivate init(_ reader: inout BitReader) {
        eventID = reader.bits(32)
        let isCancelled = reader.flag()
        reader.skip(7)
        guard !isCancelled else { return }
        let isOut = reader.flag()
        let isWhole = reader.flag()
        let hasDuration = reader.flag()
        let isImmediate = reader.flag()
        reader.skip(4)
        var pts: Int64?
        var components: [Component] = []
        if isWhole {
            if !isImmediate { pts = reader.spliceTime() }
        } else {
            components = reader.list { reader in
                let tag = Int(reader.bits(8))
                return Component(tag: tag, pts: isImmediate ? nil : reader.spliceTime())
            }
        }
        let duration = hasDuration ? BreakDuration(&reader) : nil
        event = Event(
            isOut: isOut, isImmediate: isImmediate, pts: pts, components: components,
            breakDuration: duration, uniqueProgramID: Int(reader.bits(16)),
            avail: Int(reader.bits(8)), availsExpected: Int(reader.bits(8)))
    }
}

extension ScheduledSplice {
    fileprivate static func list(_ reader: inout BitReader) -> [ScheduledSplice] {
        reader.list { ScheduledSplice(&$0) }
    }

    private init(_ reader: inout BitReader) {
        eventID = reader.bits(32)
        let isCancelled = reader.flag()
        reader.skip(7)
        guard !isCancelled else { return }
        let isOut = reader.flag()
        let isWhole = reader.flag()
        let hasDuration = reader.flag()
        reader.skip(5)
        let time = isWhole ? reader.bits(32) : nil
        let components =
            isWhole
            ? []
            : reader.list { Component(tag: Int($0.bits(8)), time: $0.bits(32)) }
        let duration = hasDuration ? BreakDuration(&reader) : nil
        event = Event(
            isOut: isOut, time: time, components: components, breakDuration: duration,
            uniqueProgramID: Int(reader.bits(16)), avail: Int(reader.bits(8)),
            availsExpected: Int(reader.bits(8)))
    }
}

extension BreakDuration {
    fileprivate init(_ reader: inout BitReader) {
        returnsByItself = reader.flag()
        reader.skip(6)
        duration = MediaTime(reader.clock(), timescale: 90_000)
    }
}

extension BitReader {
    /// Reads a 33-bit timestamp.
    mutating func clock() -> Int64 { Int64(bits(1)) << 32 | Int64(bits(32)) }

    /// Reads a splice_time; `nil` when it states no time.
    fileprivate mutating func spliceTime() -> Int64? {
        guard flag() else {
            skip(7)
            return nil
        }
        skip(6)
        return clock()
    }

    /// Parses a list preceded by its count in eight bits.
    mutating func list<Element>(_ element: (inout BitReader) -> Element) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<bits(8) where !isOverrun { elements.append(element(&self)) }
        return elements
    }
}
