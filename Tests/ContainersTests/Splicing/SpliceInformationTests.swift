import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct SpliceInformationTests {
    @Test func `an adjusted time wraps around at 33 bits`() throws {
        var section = SpliceSection.timeSignal((1 << 33) - 10)
        section.ptsAdjustment = 30
        #expect(try SpliceInformation(section.bytes).splicePTS == 20)
    }

    @Test func `an immediate command has no time`() throws {
        let signal = try SpliceInformation(SpliceSection.timeSignal(nil).bytes)
        #expect(signal.command == .timeSignal(nil))
        #expect(signal.splicePTS == nil)
        let section = SpliceSection.insert(7, isOut: false, pts: nil)
        let insert = try SpliceInformation(section.bytes)
        guard case .insert(let command) = insert.command else {
            Issue.record("\(insert.command)")
            return
        }
        #expect(command.event?.isImmediate == true)
        #expect(command.event?.isOut == false)
        #expect(insert.splicePTS == nil)
    }

    @Test func `a command without a length is read to its own end`() throws {
        var section = SpliceSection.insert(9, isOut: true, pts: 900_000, duration: 2_700_000)
        section.descriptors = SpliceSection.descriptor(
            tag: 0, [0x43, 0x55, 0x45, 0x49, 0, 0, 0, 5])
        let plain = try SpliceInformation(section.bytes)
        section.hidesLength = true
        #expect(try SpliceInformation(section.bytes) == plain)
        #expect(plain.descriptors == [.avail(providerAvailID: 5)])
    }

    @Test func `components have times of their own`() throws {
        let bits = SectionBits().add(3, 32).add(0x7F, 8).add(0b1000_1111, 8).add(2, 8)
            .add(0x11, 8).time(1000).add(0x22, 8).time(2000).add(77, 16).add(1, 8).add(4, 8)
        let splice = try SpliceInformation(SpliceSection(type: 5, bits).bytes)
        guard case .insert(let insert) = splice.command, let event = insert.event else {
            Issue.record("\(splice.command)")
            return
        }
        #expect(event.components.map(\.tag) == [0x11, 0x22])
        #expect(event.components.map(\.pts) == [1000, 2000])
        #expect((event.uniqueProgramID, event.avail, event.availsExpected) == (77, 1, 4))
        #expect(splice.splicePTS == 1000)
    }

    @Test func `a cancelled event has no further fields`() throws {
        let bits = SectionBits().add(3, 32).add(0xFF, 8)
        let splice = try SpliceInformation(SpliceSection(type: 5, bits).bytes)
        guard case .insert(let insert) = splice.command else {
            Issue.record("\(splice.command)")
            return
        }
        #expect(insert.eventID == 3)
        #expect(insert.event == nil)
    }

    @Test func `a splice schedule has times in seconds`() throws {
        let bits = SectionBits().add(2, 8)
            .add(1, 32).add(0x7F, 8).add(0b1110_0000, 8).add(1_300_000_000, 32)
            .flag(true).add(0, 6).add(90_000, 33).add(5, 16).add(6, 8).add(7, 8)
            .add(2, 32).add(0xFF, 8)
        let splice = try SpliceInformation(SpliceSection(type: 4, bits).bytes)
        guard case .schedule(let list) = splice.command else {
            Issue.record("\(splice.command)")
            return
        }
        #expect(list.map(\.eventID) == [1, 2])
        #expect(list[0].event?.time == 1_300_000_000)
        #expect(list[0].event?.breakDuration?.duration == .seconds(1))
        #expect(list[1].event == nil)
    }

    @Test func `private and reserved commands keep their bytes`() throws {
        let secret = SectionBits().add(0x4142_4344, 32).add(0x0102, 16)
        let command = try SpliceInformation(SpliceSection(type: 0xFF, secret).bytes).command
        #expect(command == .privateCommand(identifier: 0x4142_4344, bytes: [1, 2]))
        let other = try SpliceInformation(SpliceSection(type: 0x33, secret).bytes).command
        #expect(other == .other(type: 0x33, bytes: [0x41, 0x42, 0x43, 0x44, 1, 2]))
        #expect(try SpliceInformation(SpliceSection.null.bytes).command == .null)
    }

    @Test func `an encrypted section reveals only its encryption`() throws {
        var section = SpliceSection.timeSignal(900)
        section.isEncrypted = true
        let splice = try SpliceInformation(section.bytes)
        #expect(splice.encryption == .init(algorithm: 0, controlWord: 0))
        #expect(splice.command == .encrypted(type: 6))
        #expect(splice.descriptors.isEmpty)
    }

    @Test func `descriptors are read by their tags`() throws {
        let cuei: [UInt8] = [0x43, 0x55, 0x45, 0x49]
        let tones = SpliceSection.descriptor(tag: 1, cuei + [50, 0x60] + Array("1*#".utf8))
        let time = SpliceSection.descriptor(
            tag: 3, cuei + [0, 0, 0x60, 0, 0, 1, 0, 0, 0, 9, 0, 37])
        let audio = SpliceSection.descriptor(tag: 4, cuei + [0x10, 0xFF, 0x65, 0x6E, 0x67, 0x45])
        let alien = SpliceSection.descriptor(tag: 2, [1, 2, 3, 4, 5])
        let short = SpliceSection.descriptor(tag: 0, cuei + [1])
        let section = SpliceSection.timeSignal(nil, [tones, time, alien, short, audio])
        let descriptors = try SpliceInformation(section.bytes).descriptors
        #expect(
            descriptors.dropLast() == [
                .tones(preroll: 50, characters: "1*#"),
                .time(seconds: 0x6000_0001, nanoseconds: 9, utcOffset: 37),
                .other(tag: 2, identifier: 0x0102_0304, bytes: [5]),
                .other(tag: 0, identifier: 0x4355_4549, bytes: [1]),
            ])
        guard case .audio(let streams) = descriptors.last, let stream = streams.first else {
            Issue.record("\(descriptors)")
            return
        }
        #expect(stream.language == "eng")
        #expect((stream.componentTag, stream.bitStreamMode, stream.channels) == (0xFF, 2, 2))
        #expect(stream.isFullService)
    }

    @Test func `sub-segments follow where the type has them`() throws {
        let descriptor = SpliceSection.segmentation(
            5, type: 0x34, upid: (0, []), segment: 1, of: 2, subSegment: (3, 4))
        let section = SpliceSection.timeSignal(1, [descriptor])
        let event = try #require(
            try SpliceInformation(section.bytes).segmentations.first?.event)
        #expect(event.subSegment?.number == 3)
        #expect(event.subSegment?.expected == 4)
        #expect((event.segment, event.segmentsExpected) == (1, 2))
        #expect(event.restrictions == nil)
    }

    @Test func `a section is read from hexadecimal or Base64 text`() throws {
        let section = SpliceSection.insert(1, isOut: true, pts: 5)
        let plain = try SpliceInformation(section.bytes)
        #expect(try SpliceInformation(text: section.hexadecimal) == plain)
        #expect(try SpliceInformation(text: section.hexadecimal.lowercased()) == plain)
        #expect(try SpliceInformation(text: String(section.hexadecimal.dropFirst(2))) == plain)
        #expect(try SpliceInformation(text: section.base64) == plain)
        #expect(try SpliceInformation(text: "\"\(section.base64)\"") == plain)
        for text in ["", "0x", "0xF", "/DA", "no base64!", String(repeating: "A", count: 20_000)] {
            #expect(throws: SpliceError.self) { try SpliceInformation(text: text) }
        }
    }

    @Test func `a truncated or changed section is refused`() throws {
        let section = SpliceSection.timeSignal(
            900_000, [SpliceSection.segmentation(1, type: 0x30, upid: (0x0F, Array("a:b".utf8)))]
        ).bytes
        for count in section.indices {
            #expect(throws: SpliceError.self) { try SpliceInformation(Array(section[..<count])) }
            var changed = section
            changed[count] ^= 0x10
            #expect(throws: SpliceError.self) { try SpliceInformation(changed) }
        }
        #expect(throws: Never.self) { try SpliceInformation(section + [0xFF, 0xFF]) }
    }

    @Test func `impossible lengths are refused`() {
        func reason(_ section: SpliceSection, at index: Int, _ value: UInt8) -> SpliceError.Reason?
        {
            var bytes = Array(section.bytes.dropLast(4))
            bytes[index] = value
            bytes += SpliceSection.checksum(bytes)
            do throws(SpliceError) {
                _ = try SpliceInformation(bytes)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(.timeSignal(nil), at: 12, 200) == .wrongLength(200))
        #expect(reason(.timeSignal(nil), at: 16, 9) == .wrongLength(9))
        #expect(reason(.timeSignal(1), at: 12, 2) == .truncated("time_signal"))
    }
}
