import Containers
import Testing
import VirtualTime

/// Tests with the sample messages that the standard explains field by field.
///
/// Reference: ANSI/SCTE 35 2023, section 14 (Sample SCTE 35 Messages).
@Suite struct SpliceSampleTests {
    @Test func `a time signal opens a placement opportunity`() throws {
        let splice = try SpliceInformation(
            text: "/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg==")
        #expect(splice.command == .timeSignal(0x0_72BD_0050))
        #expect(splice.splicePTS == 0x0_72BD_0050)
        #expect(splice.tier == 0xFFF)
        let descriptor = try #require(splice.segmentations.first)
        #expect(descriptor.eventID == 0x4800_008E)
        let event = try #require(descriptor.event)
        #expect(event.type.name == "Provider Placement Opportunity Start")
        #expect(event.type.edge == .start)
        #expect(event.duration == 27_630_000)
        #expect(event.upid.typeName == "TI")
        #expect(event.upid.text == "0x000000002CA0A18A")
        #expect((event.segment, event.segmentsExpected) == (2, 0))
        #expect(event.subSegment == nil)
        let restrictions = try #require(event.restrictions)
        #expect(!restrictions.allowsWebDelivery)
        #expect(restrictions.hasNoRegionalBlackout)
        #expect(restrictions.allowsArchive)
        #expect(restrictions.devices == 3)
    }

    @Test func `a splice insert leaves the network for a minute`() throws {
        let splice = try SpliceInformation(
            text: "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=")
        guard case .insert(let insert) = splice.command else {
            Issue.record("\(splice.command)")
            return
        }
        #expect(insert.eventID == 0x4800_008F)
        let event = try #require(insert.event)
        #expect(event.isOut)
        #expect(!event.isImmediate)
        #expect(event.pts == 0x0_7369_C02E)
        #expect(event.breakDuration?.returnsByItself == true)
        #expect(event.breakDuration?.duration == MediaTime(5_426_421, timescale: 90_000))
        #expect((event.uniqueProgramID, event.avail, event.availsExpected) == (0, 0, 0))
        #expect(splice.descriptors == [.avail(providerAvailID: 309)])
    }

    @Test func `a time signal closes a placement opportunity`() throws {
        let splice = try SpliceInformation(
            text: "/DAvAAAAAAAA///wBQb+dGKQoAAZAhdDVUVJSAAAjn+fCAgAAAAALKChijUCAKnMZ1g=")
        let event = try #require(splice.segmentations.first?.event)
        #expect(event.type.name == "Provider Placement Opportunity End")
        #expect(event.type.edge == .end)
        #expect(event.duration == nil)
        #expect(splice.splicePTS == 0x0_7462_90A0)
    }

    @Test func `a time signal starts a programme that overlaps the one before it`() throws {
        let splice = try SpliceInformation(
            text: "/DAvAAAAAAAA///wBQb+rr//ZAAZAhdDVUVJSAAACH+fCAgAAAAALKVs9RcAAJUdsKg=")
        let event = try #require(splice.segmentations.first?.event)
        #expect(event.type.name == "Program Overlap Start")
        #expect(event.upid.text == "0x000000002CA56CF5")
    }

    @Test func `one signal ends a programme and starts the next`() throws {
        let splice = try SpliceInformation(
            text: "/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/"
                + "nwgIAAAAACyk26AQAACZcuND")
        let types = splice.segmentations.compactMap { $0.event?.type.name }
        #expect(types == ["Program End", "Program Start"])
        #expect(splice.segmentations.map(\.eventID) == [0x4800_0018, 0x4800_0019])
    }

    @Test func `the checksum distinguishes a sound message from a changed one`() throws {
        let text = "/DAvAAAAAAAA///wBQb+rr//ZAAZAhdDVUVJSAAACH+fCAgAAAAALKVs9RcAAJUdsKg="
        let changed = text.replacing("rr//ZA", with: "rr//ZB")
        #expect(changed != text)
        do throws(SpliceError) {
            _ = try SpliceInformation(text: changed)
            Issue.record("a changed message was read")
        } catch {
            guard case .wrongChecksum = error.reason else {
                Issue.record("\(error)")
                return
            }
            #expect("\(error)" == "the checksum is wrong, at byte 46")
        }
    }
}
