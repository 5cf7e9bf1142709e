import Containers
import TestTools
import Testing
import VirtualTime

/// Tests that remove packets from a real segment of 50 pictures and 87 audio frames.
@Suite struct TransportLossTests {
    private static let video = 0x100
    private static let audio = 0x101
    private let bytes = fileBytes("\(SampleMedia.single.folder)/segment-0.ts")
    private var packets: EditedPackets { EditedPackets(bytes) }

    private func demux(_ bytes: [UInt8]) throws -> DemuxedSegment {
        try SegmentDemuxer().demux(media: MemoryInput(bytes))
    }

    private func kinds(_ packets: EditedPackets) throws -> [ContainerProblem.Kind] {
        try demux(packets.bytes).problems.map(\.kind)
    }

    @Test func `a whole segment has no problem`() throws {
        #expect(try demux(bytes).problems == [])
    }

    @Test(arguments: [1, 15, 16, 17, 32, 64])
    func `zeroed packets are foreign bytes`(count: Int) throws {
        for start in stride(from: 12, to: packets.all.count - count, by: 13) {
            var damaged = bytes
            for place in start * 188..<(start + count) * 188 { damaged[place] = 0 }
            let problem = try demux(damaged).problems.first { $0.kind == .foreignBytes }
            #expect(problem?.count == count * 188, "at \(start)")
        }
    }

    @Test func `zeros that begin or end within a packet are reported as foreign bytes`() throws {
        for offset in [1, 60, 187] {
            var damaged = bytes
            for place in 3760 + offset..<6768 + offset { damaged[place] = 0 }
            let kinds = try demux(damaged).problems.map(\.kind)
            #expect(kinds.contains(.foreignBytes), "at \(offset)")
        }
    }

    @Test(arguments: 1...15)
    func `lost packets are found by their continuity counter`(count: Int) throws {
        for identifier in [Self.video, Self.audio] {
            let indexes = packets.indexes(of: identifier)
            for start in stride(from: 1, to: indexes.count - count - 1, by: 7) {
                let damaged = packets.without(Array(indexes[start..<start + count]))
                #expect(try kinds(damaged).contains(.lostPackets), "\(identifier) at \(start)")
            }
        }
    }

    // The last packet that remains is full, in the first segment together with its clock reference.
    @Test(arguments: ["segment-0.ts", "segment-2.ts"], [DemuxerChoice.automatic, .libavformat])
    func `a last picture without its end is broken`(name: String, choice: DemuxerChoice) throws {
        let whole = EditedPackets(fileBytes("\(SampleMedia.single.folder)/\(name)"))
        let last = try #require(whole.units(of: Self.video).last?.last)
        let segment = try SegmentDemuxer(demuxer: choice).demux(
            media: MemoryInput(whole.without([last]).bytes))
        let video = try #require(segment.tracks.first { $0.description.kind == .video })
        #expect(video.brokenFrames.count == 1)
    }

    @Test(arguments: [16, 32, 48])
    func `audio that lacks multiples of sixteen packets is reported`(count: Int) throws {
        let indexes = packets.indexes(of: Self.audio)
        for start in 1..<indexes.count - count {
            let damaged = packets.without(Array(indexes[start..<start + count]))
            #expect(!(try kinds(damaged)).isEmpty, "at \(start)")
        }
    }

    @Test(arguments: 2...12)
    func `a gap of several pictures is found by the timestamps only`(
        count: Int
    ) throws {
        let units = packets.units(of: Self.video)
        for start in stride(from: 13, to: units.count - count - 4, by: 3) {
            let lost = units[start..<start + count].flatMap(\.self)
            let segment = try demux(packets.without(lost).renumbered.bytes)
            #expect(segment.problems.map(\.kind).contains(.lostFrames), "at \(start)")
            let holes = try #require(segment.tracks.first).holes
            let length = holes.reduce(MediaTime.zero) { $0 + ($1.upperBound - $1.lowerBound) }
            #expect(length == MediaTime(Int64(count), timescale: 25), "at \(start)")
        }
    }

    @Test func `a hole in audio of a constant rate is found`() throws {
        let units = packets.units(of: Self.audio)
        let lost = units[20..<23].flatMap(\.self)
        let segment = try demux(packets.without(lost).renumbered.bytes)
        let audio = try #require(segment.tracks.last)
        #expect(segment.problems.map(\.kind) == [.lostFrames])
        #expect(audio.holes.count == 1)
    }

    @Test func `a missing frame of audio is found by the timestamps only`() throws {
        let units = packets.units(of: Self.audio)
        for start in stride(from: 1, to: units.count - 1, by: 9) {
            let segment = try demux(packets.without(units[start]).renumbered.bytes)
            let audio = try #require(segment.tracks.last)
            #expect(segment.problems.map(\.kind) == [.lostFrames], "at \(start)")
            #expect(audio.holes.count == 1, "at \(start)")
        }
    }

    @Test func `audio times that go back and forth lose nothing`() throws {
        var writer = TransportStreamWriter([(0x101, .aac)])
        for step in Int64(0)..<40 {
            // Every fourth packet is almost a frame late, and the next packet is on time.
            let shift: Int64 = step % 4 == 2 ? 1700 : 0
            writer.packet(
                pid: 0x101, pts: step * 1920 + shift,
                payload: TransportStreamWriter.adts(frames: 1))
        }
        #expect(try demux(writer.bytes).problems.map(\.kind).contains(.lostFrames) == false)
    }

    @Test func `a picture whose bytes are zero is damage`() throws {
        for unit in packets.units(of: Self.video).enumerated().filter({ $0.offset % 5 == 1 }) {
            var damaged = packets
            for (number, index) in unit.element.enumerated() {
                var start = 4
                if damaged.all[index][3] & 0x20 != 0 { start += 1 + Int(damaged.all[index][4]) }
                if number == 0 { start += 9 + Int(damaged.all[index][start + 8]) }
                for place in start..<188 { damaged.all[index][place] = 0 }
            }
            let problem = try demux(damaged.bytes).problems.first { $0.kind == .corruptSample }
            #expect(problem?.count == 1, "unit \(unit.offset)")
        }
    }

    @Test(arguments: [0, 0x1000])
    func `packets in front of the tables are damage`(table: Int) throws {
        let first = try #require(packets.indexes(of: table).first)
        let damaged = packets.without([first])
        #expect(try kinds(damaged).contains(.unitsBeforeTables))
        // The tables can also be in an initialization section.
        let tables = packets.all.filter { [0, 0x1000].contains(EditedPackets.identifier(of: $0)) }
        let segment = try SegmentDemuxer().demux(
            initialization: MemoryInput(Array(tables.prefix(2).joined())),
            media: MemoryInput(damaged.bytes))
        #expect(segment.problems == [])
        // A recording that is demuxed progressively may start at any packet, so no loss is
        // reported.
        let pieces = try SegmentDemuxer().demuxProgressive(
            MemoryInput(damaged.bytes), chunk: .seconds(6))
        #expect(pieces.flatMap(\.problems) == [])
    }

    @Test func `video that starts in the middle of a picture is damage`() throws {
        let unit = try #require(packets.units(of: Self.video).first)
        #expect(try kinds(packets.without([unit[0]])).contains(.startsWithinPicture))
    }

    @Test func `lost packets of metadata are not losses of pictures or sound`() throws {
        let packets = EditedPackets(fileBytes("\(SampleMedia.folder)/id3/segment-0.ts"))
        let tags = packets.indexes(of: 0x102)
        try #require(tags.count > 2)
        let problems = try demux(packets.without([tags[1]]).bytes).problems
        #expect(problems.map(\.kind) == [.lostMetadata])
    }

    @Test func `null packets and packets without a payload are not reported as loss`() throws {
        var changed = packets
        for index in packets.all.indices.reversed() where index > 3 && index % 5 == 0 {
            let packet = packets.all[index]
            let identifier = EditedPackets.identifier(of: packet)
            changed.all.insert(EditedPackets.null, at: index)
            guard EditedPackets.hasPayload(packet), identifier >= Self.video else { continue }
            changed.all.insert(
                EditedPackets.empty(identifier, counter: packet[3] & 0x0F), at: index + 2)
        }
        try expectSame(changed)
    }

    @Test func `repeated program tables are not reported as loss, with any continuity counters`()
        throws
    {
        var changed = packets
        let tables = packets.all.filter {
            [0, 0x1000].contains(EditedPackets.identifier(of: $0))
        }
        for index in [150, 100, 50, 20] { changed.all.insert(contentsOf: tables, at: index) }
        try expectSame(changed)
    }

    @Test func `duplicate packets are not reported as loss`() throws {
        var changed = packets
        for index in packets.all.indices.reversed() where index > 3 && index % 7 == 0 {
            changed.all.insert(packets.all[index], at: index + 1)
        }
        try expectSame(changed)
    }

    @Test func `a counter jump with the discontinuity indicator is not reported as loss`() throws {
        var changed = packets
        var empty: [(place: Int, packet: [UInt8])] = []
        for identifier in [Self.audio, Self.video] {
            let place = packets.units(of: identifier)[5][0]
            for index in packets.indexes(of: identifier) where index >= place {
                let flags = packets.all[index][3]
                changed.all[index][3] = flags & 0xF0 | (flags &+ 5) & 0x0F
            }
            let counter = (changed.all[place][3] &- 1) & 0x0F
            let packet = EditedPackets.empty(
                identifier, counter: counter, isDiscontinuous: true)
            empty.append((place, packet))
        }
        for (place, packet) in empty.sorted(by: { $0.place > $1.place }) {
            changed.all.insert(packet, at: place)
        }
        try expectSame(changed)
    }

    @Test func `damage of a stream that is not played is ignored`() throws {
        var writer = TransportStreamWriter([(0x101, .aac), (0x105, .privateData)])
        for step in Int64(0)..<6 {
            writer.packet(
                pid: 0x101, pts: step * 1920, payload: TransportStreamWriter.adts(frames: 1))
            writer.packet(pid: 0x105, pts: step * 1920, payload: [UInt8](repeating: 1, count: 400))
        }
        let whole = EditedPackets(writer.bytes)
        let lost = whole.indexes(of: 0x105)[4]
        let segment = try demux(whole.without([lost]).bytes)
        #expect(!segment.problems.contains { $0.kind == .lostPackets })
    }

    private func expectSame(_ packets: EditedPackets) throws {
        let whole = try demux(bytes)
        let segment = try demux(packets.bytes)
        #expect(segment.problems == [])
        #expect(segment.tracks == whole.tracks)
        let decoded = try SegmentDemuxer(level: .decode).demux(media: MemoryInput(packets.bytes))
        #expect(decoded.problems == [])
    }
}
