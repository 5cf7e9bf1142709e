import Containers
import TestTools
import Testing
import VirtualTime

@Suite struct SpliceXMLTests {
    private static let insert = """
        <?xml version="1.0" encoding="UTF-8"?>
        <SpliceInfoSection xmlns="http://www.scte.org/schemas/35/2016" ptsAdjustment="30">
          <SpliceInsert spliceEventId="9" outOfNetworkIndicator="true" uniqueProgramId="77"
              availNum="1" availsExpected="4">
            <Program><SpliceTime ptsTime="900000"/></Program>
            <BreakDuration autoReturn="true" duration="2700000"/>
          </SpliceInsert>
          <AvailDescriptor providerAvailId="5"/>
        </SpliceInfoSection>
        """

    @Test func `a splice in XML reads like one in binary`() throws {
        let bits = SectionBits().add(9, 32).add(0x7F, 8).add(0b1110_1111, 8).time(900_000)
            .add(0b1111_1110, 7).add(2_700_000, 33).add(77, 16).add(1, 8).add(4, 8)
        var section = SpliceSection(type: 5, bits)
        section.ptsAdjustment = 30
        section.descriptors = SpliceSection.descriptor(
            tag: 0, [0x43, 0x55, 0x45, 0x49, 0, 0, 0, 5])
        let expected = try SpliceInformation(section.bytes)
        #expect(try read(Self.insert) == expected)
        #expect(expected.splicePTS == 900_030)
    }

    @Test func `a signal carries a section in Base64, with any prefix`() throws {
        let text = "/DAsAAAAAyiYAP/wCgUAAAABf1+ZmQEBABECD0NVRUkAAAAAf4ABADUAAC2XQZU="
        let expected = try SpliceInformation(text: text)
        for document in [
            "<scte35:Signal xmlns:scte35=\"https://scte.org/schemas/35\"><scte35:Binary>\n"
                + "  \(text)\n</scte35:Binary></scte35:Signal>",
            "<Signal><Binary signalType=\"SpliceInfoSection\">\(text)</Binary></Signal>",
            "<x:Binary>\(text)</x:Binary>", "<Signal><Binary>\(text)</Binary></Signal>\0",
        ] {
            #expect(try read(document) == expected, "\(document)")
        }
    }

    @Test func `descriptors of segmentation are read, with their identifiers`() throws {
        let splice = try read(
            """
            <s:SpliceInfoSection><s:TimeSignal><s:SpliceTime s:ptsTime="8589934591"/></s:TimeSignal>
            <s:SegmentationDescriptor s:segmentationEventId="4294967295" s:segmentationTypeId="52"
              s:segmentationDuration="2700000" s:segmentNum="1" s:segmentsExpected="2"
              s:subSegmentNum="3" s:subSegmentsExpected="4">
              <s:DeliveryRestrictions s:webDeliveryAllowedFlag="1" s:deviceRestrictions="0"/>
              <s:SegmentationUpid s:segmentationUpidType="12" s:segmentationUpidFormat="hexBinary"
                s:formatIdentifier="1094861636">31</s:SegmentationUpid>
              <s:SegmentationUpid s:segmentationUpidType="9" s:segmentationUpidFormat="text">
                SIGNAL:1</s:SegmentationUpid>
            </s:SegmentationDescriptor>
            <s:SegmentationDescriptor s:segmentationEventId="2"
              s:segmentationEventCancelIndicator="true"/></s:SpliceInfoSection>
            """)
        #expect(splice.command == .timeSignal(1 << 33 - 1))
        let event = try #require(splice.segmentations.first?.event)
        #expect(event.type.name == "Provider Placement Opportunity Start")
        #expect(event.duration == 2_700_000)
        #expect((event.segment, event.segmentsExpected) == (1, 2))
        #expect((event.subSegment?.number, event.subSegment?.expected) == (3, 4))
        #expect(event.restrictions?.allowsWebDelivery == true)
        #expect(event.restrictions?.devices == 0)
        #expect(event.upid.text == "MPU ABCD 0x31, ADI SIGNAL:1")
        #expect(splice.segmentations.last?.event == nil)
    }

    @Test func `descriptors that give no markers are not checked`() throws {
        let splice = try read(
            "<SpliceInfoSection><SpliceNull/><AvailDescriptor/><DTMFDescriptor preroll=\"x\"/>"
                + "<TimeDescriptor taiSeconds=\"5\"/></SpliceInfoSection>")
        #expect(splice.descriptors == [.time(seconds: 5, nanoseconds: 0, utcOffset: 0)])
    }

    @Test func `an immediate command has no time`() throws {
        let splice = try read(
            """
            <SpliceInfoSection><SpliceInsert spliceEventId="1" outOfNetworkIndicator="false"
            spliceImmediateFlag="true"/></SpliceInfoSection>
            """)
        guard case .insert(let insert) = splice.command else {
            Issue.record("\(splice.command)")
            return
        }
        #expect(insert.event?.isImmediate == true)
        #expect(splice.splicePTS == nil)
    }

    @Test(
        arguments: [
            ("", "the document cannot be read: no element found, at byte 0"),
            ("no document", "the document cannot be read: syntax error, at byte 0"),
            ("<MPD/>", "there is no SpliceInfoSection, at byte 0"),
            ("<Signal/>", "there is no SpliceInfoSection, at byte 0"),
            ("<SpliceInfoSection/>", "there is no command, at byte 0"),
            (
                "<SpliceInfoSection><SpliceInsert/></SpliceInfoSection>",
                "there is no spliceEventId, at byte 19"
            ),
            (
                "<SpliceInfoSection><SpliceInsert spliceEventId=\"1\"/></SpliceInfoSection>",
                "there is no outOfNetworkIndicator, at byte 19"
            ),
            (
                "<SpliceInfoSection ptsAdjustment=\"8589934592\"><SpliceNull/></SpliceInfoSection>",
                "the ptsAdjustment of SpliceInfoSection cannot be read, at byte 0"
            ),
            (
                "<SpliceInfoSection><TimeSignal><SpliceTime ptsTime=\"-1\"/></TimeSignal>"
                    + "</SpliceInfoSection>",
                "the ptsTime of SpliceTime cannot be read, at byte 31"
            ),
            (
                "<Signal><Binary>/DAs</Binary></Signal>", "the length cannot be 44, at byte 8"
            ),
        ])
    func `an error has a reason and a place`(document: String, message: String) {
        do {
            _ = try read(document)
            Issue.record("it was read")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func `a document type is refused because of its entities`() {
        let document = "<!DOCTYPE Signal [<!ENTITY a 'aaaa'>]><Signal><Binary>&a;</Binary></Signal>"
        do {
            _ = try read(document)
            Issue.record("it was read")
        } catch {
            #expect(error.reason == .notXML("a document type is not read"))
        }
    }

    @Test func `too deep, too many and too long elements are refused`() {
        for document in [
            String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100),
            "<a>" + String(repeating: "<b/>", count: 2000) + "</a>",
            "<Signal>" + String(repeating: " ", count: 1 << 17) + "</Signal>",
        ] {
            #expect(throws: SpliceError.self) { try read(document) }
        }
    }

    @Test(arguments: ["urn:scte:scte35:2013:xml", "urn:scte:scte35:2014:xml+bin"])
    func `an event message carries a splice in XML under either scheme`(scheme: String) throws {
        let message = EventMessage(
            schemeIDURI: scheme, value: "", id: 1, data: Array(Self.insert.utf8))
        #expect(try message.splice?.get() == read(Self.insert))
    }

    private func read(_ document: String) throws(SpliceError) -> SpliceInformation {
        try SpliceInformation(xml: Array(document.utf8))
    }
}
