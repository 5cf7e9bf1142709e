import Formats
import VirtualTime

extension SpliceInformation {
    /// Parses a message from an XML document.
    ///
    /// The root is a `SpliceInfoSection`, or a `Signal`. A `Signal` contains a `SpliceInfoSection`,
    /// or a `Binary` element with the section in Base64.
    ///
    /// The times of day of a `SpliceSchedule` and the streams of an `AudioDescriptor` are ignored.
    ///
    /// Reference: ANSI/SCTE 35 2023, section 11 (XML Schema Definition); ANSI/SCTE 214-1, section
    /// 6.7 (the schemes and the form that each of them uses).
    ///
    /// - Parameter bytes: The document.
    /// - Throws: `SpliceError` when the document is not a splice message, or lacks a required part.
    package init(xml bytes: [UInt8]) throws(SpliceError) {
        let root = try XMLElement(document: bytes)
        let section = root.name == "Signal" ? root[child: "SpliceInfoSection"] : root
        if let binary = root.name == "Binary" ? root : root[child: "Binary"] {
            do throws(SpliceError) {
                try self.init(text: binary.text)
            } catch {
                // The offset of the caught error refers to the binary section, which is not visible
                // in the document.
                throw SpliceError(error.reason, offset: binary.offset)
            }
            return
        }
        guard let section, section.name == "SpliceInfoSection" else {
            throw SpliceError(.missing("SpliceInfoSection"), offset: root.offset)
        }
        try self.init(section)
    }

    private init(_ section: XMLElement) throws(SpliceError) {
        ptsAdjustment = Int64(
            try section.number("ptsAdjustment", upTo: UInt64(Self.clockMask)) ?? 0)
        tier = Int(try section.number("tier", upTo: 0xFFF) ?? 0xFFF)
        encryption = nil
        descriptors = []
        var command: SpliceCommand?
        for child in section.children {
            if command == nil { command = try SpliceCommand(child) }
            do throws(SpliceError) {
                if let descriptor = try SpliceDescriptor(child) { descriptors.append(descriptor) }
            } catch {
                // Only an invalid `SegmentationDescriptor` is an error. Other invalid descriptors
                // are ignored, because the parser of binary sections would not interpret them
                // either.
                if child.name == "SegmentationDescriptor" { throw error }
            }
        }
        if command == nil, let packet = section[child: "EncryptedPacket"] {
            encryption = Encryption(
                algorithm: Int(try packet.number("encryptionAlgorithm", upTo: 63) ?? 0),
                controlWord: Int(try packet.number("cwIndex", upTo: 255) ?? 0))
            command = .encrypted(type: 0)
        }
        guard let command else { throw SpliceError(.missing("command"), offset: section.offset) }
        self.command = command
    }
}

extension SpliceCommand {
    /// Parses a command; `nil` when the element is not a command.
    fileprivate init?(_ element: XMLElement) throws(SpliceError) {
        switch element.name {
        case "SpliceNull": self = .null
        case "SpliceSchedule":
            var list: [ScheduledSplice] = []
            for child in element.children where child.name == "Event" {
                list.append(try ScheduledSplice(child))
            }
            self = .schedule(list)
        case "SpliceInsert": self = .insert(try SpliceInsert(element))
        case "TimeSignal": self = .timeSignal(try element.spliceTime())
        case "BandwidthReservation": self = .bandwidthReservation
        case "PrivateCommand":
            self = .privateCommand(
                identifier: UInt32(try element.required("identifier", upTo: .max32)),
                bytes: try element.privateBytes())
        default: return nil
        }
    }
}

extension SpliceInsert {
    fileprivate init(_ element: XMLElement) throws(SpliceError) {
        eventID = UInt32(try element.required("spliceEventId", upTo: .max32))
        if try element.flag("spliceEventCancelIndicator") == true { return }
        guard let isOut = try element.flag("outOfNetworkIndicator") else {
            throw SpliceError(.missing("outOfNetworkIndicator"), offset: element.offset)
        }
        let isImmediate = try element.flag("spliceImmediateFlag") ?? false
        var components: [Component] = []
        for child in element.children where child.name == "Component" {
            components.append(
                Component(
                    tag: Int(try child.required("componentTag", upTo: 255)),
                    pts: isImmediate ? nil : try child.spliceTime()))
        }
        event = Event(
            isOut: isOut, isImmediate: isImmediate,
            pts: isImmediate ? nil : try element[child: "Program"]?.spliceTime(),
            components: components, breakDuration: try BreakDuration(in: element),
            uniqueProgramID: Int(try element.number("uniqueProgramId", upTo: 0xFFFF) ?? 0),
            avail: Int(try element.number("availNum", upTo: 255) ?? 0),
            availsExpected: Int(try element.number("availsExpected", upTo: 255) ?? 0))
    }
}

extension ScheduledSplice {
    fileprivate init(_ element: XMLElement) throws(SpliceError) {
        eventID = UInt32(try element.required("spliceEventId", upTo: .max32))
        if try element.flag("spliceEventCancelIndicator") == true { return }
        event = Event(
            isOut: try element.flag("outOfNetworkIndicator") ?? false, time: nil, components: [],
            breakDuration: try BreakDuration(in: element),
            uniqueProgramID: Int(try element.number("uniqueProgramId", upTo: 0xFFFF) ?? 0),
            avail: Int(try element.number("availNum", upTo: 255) ?? 0),
            availsExpected: Int(try element.number("availsExpected", upTo: 255) ?? 0))
    }
}

extension BreakDuration {
    /// Reads the duration of a break; `nil` when the element states none.
    fileprivate init?(in element: XMLElement) throws(SpliceError) {
        guard let child = element[child: "BreakDuration"] else { return nil }
        returnsByItself = try child.flag("autoReturn") ?? false
        let count = try child.required("duration", upTo: UInt64(SpliceInformation.clockMask))
        duration = MediaTime(Int64(count), timescale: 90_000)
    }
}

extension SpliceDescriptor {
    /// Parses a descriptor; `nil` when the element is not a descriptor.
    fileprivate init?(_ element: XMLElement) throws(SpliceError) {
        switch element.name {
        case "AvailDescriptor":
            self = .avail(
                providerAvailID: UInt32(try element.required("providerAvailId", upTo: .max32)))
        case "DTMFDescriptor":
            let characters = element.attributes["chars"] ?? ""
            guard characters.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw element.malformed("chars")
            }
            self = .tones(
                preroll: Int(try element.number("preroll", upTo: 255) ?? 0),
                characters: String(characters.prefix(7)))
        case "SegmentationDescriptor": self = .segmentation(try SegmentationDescriptor(element))
        case "TimeDescriptor":
            self = .time(
                seconds: Int64(try element.required("taiSeconds", upTo: 1 << 48 - 1)),
                nanoseconds: UInt32(try element.number("taiNs", upTo: .max32) ?? 0),
                utcOffset: Int(try element.number("utcOffset", upTo: 0xFFFF) ?? 0))
        case "PrivateDescriptor":
            self = .other(
                tag: Int(try element.number("descriptorTag", upTo: 255) ?? 0xFF),
                identifier: UInt32(try element.required("identifier", upTo: .max32)),
                bytes: try element.privateBytes())
        default: return nil
        }
    }
}

extension SegmentationDescriptor {
    fileprivate init(_ element: XMLElement) throws(SpliceError) {
        eventID = UInt32(try element.required("segmentationEventId", upTo: .max32))
        if try element.flag("segmentationEventCancelIndicator") == true { return }
        let duration = try element.number("segmentationDuration", upTo: 1 << 40 - 1)
        var subSegment: SubSegment?
        if let number = try element.number("subSegmentNum", upTo: 255),
            let expected = try element.number("subSegmentsExpected", upTo: 255)
        {
            subSegment = SubSegment(number: Int(number), expected: Int(expected))
        }
        var restrictions: Restrictions?
        if let child = element[child: "DeliveryRestrictions"] {
            restrictions = Restrictions(
                allowsWebDelivery: try child.flag("webDeliveryAllowedFlag") ?? false,
                hasNoRegionalBlackout: try child.flag("noRegionalBlackoutFlag") ?? false,
                allowsArchive: try child.flag("archiveAllowedFlag") ?? false,
                devices: Int(try child.number("deviceRestrictions", upTo: 3) ?? 3))
        }
        var components: [Component] = []
        for child in element.children where child.name == "Component" {
            let offset = try child.number("ptsOffset", upTo: UInt64(SpliceInformation.clockMask))
            components.append(
                Component(
                    tag: Int(try child.required("componentTag", upTo: 255)),
                    ptsOffset: Int64(offset ?? 0)))
        }
        event = Event(
            type: SegmentationType(UInt8(try element.required("segmentationTypeId", upTo: 255))),
            duration: duration.map(Int64.init), upid: try SegmentationUPID(in: element),
            segment: Int(try element.number("segmentNum", upTo: 255) ?? 0),
            segmentsExpected: Int(try element.number("segmentsExpected", upTo: 255) ?? 0),
            subSegment: subSegment, restrictions: restrictions, components: components)
    }
}

extension SegmentationUPID {
    /// Reads the identifier of a descriptor; several identifiers become one of type MID.
    ///
    /// Type MID (multiple identifiers) is the type of an identifier that contains others.
    fileprivate init(in element: XMLElement) throws(SpliceError) {
        var all: [SegmentationUPID] = []
        for child in element.children where child.name == "SegmentationUpid" {
            all.append(try SegmentationUPID(child))
        }
        if all.count < 2 {
            self = all.first ?? SegmentationUPID(type: 0, bytes: [])
        } else {
            self.init(
                type: 0x0D, bytes: all.flatMap { [$0.type, UInt8($0.bytes.count)] + $0.bytes })
        }
    }

    private init(_ element: XMLElement) throws(SpliceError) {
        let type = UInt8(try element.required("segmentationUpidType", upTo: 255))
        let text = element.trimmedText
        let format = element.attributes["segmentationUpidFormat"]?.lowercased()
        let bytes: [UInt8]? =
            switch format {
            case "hexbinary": text.isEmpty ? [] : SpliceText.hexadecimal(text)
            case "base-64", "base64": Base64.decode(text, isLoose: true)
            // The default format is hexadecimal, but some senders write plain text without a
            // format.
            case nil: SpliceText.hexadecimal(text) ?? text
            default: text
            }
        guard var bytes else { throw element.malformed("text") }
        // An attribute may state the identifier of the owner. The identifier is inserted before the
        // bytes unless they already start with it.
        if let owner = try element.number("formatIdentifier", upTo: .max32) {
            let ahead = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: owner >> UInt64($0)) }
            if !bytes.starts(with: ahead) { bytes = ahead + bytes }
        }
        guard bytes.count <= 255 else { throw element.malformed("text") }
        self.init(type: type, bytes: bytes)
    }
}

extension UInt64 {
    fileprivate static let max32 = UInt64(UInt32.max)
}

extension XMLElement {
    fileprivate func malformed(_ part: String) -> SpliceError {
        SpliceError(.malformed("\(part) of \(name.prefix(40))"), offset: offset)
    }

    /// Returns the value of a numeric attribute; `nil` when it is missing.
    fileprivate func number(_ attribute: String, upTo most: UInt64) throws(SpliceError) -> UInt64? {
        guard let text = attributes[attribute] else { return nil }
        let digits = text.utf8.drop { $0 == 0x20 || $0 == 0x2B }
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(String(digits) ?? ""), number <= most
        else { throw malformed(attribute) }
        return number
    }

    /// Returns the value of a required numeric attribute.
    fileprivate func required(_ attribute: String, upTo most: UInt64) throws(SpliceError) -> UInt64
    {
        guard let number = try number(attribute, upTo: most) else {
            throw SpliceError(.missing(attribute), offset: offset)
        }
        return number
    }

    /// Returns the value of a Boolean attribute; `nil` when it is missing.
    fileprivate func flag(_ attribute: String) throws(SpliceError) -> Bool? {
        switch attributes[attribute] {
        case nil: nil
        case "true", "1": true
        case "false", "0": false
        default: throw malformed(attribute)
        }
    }

    /// Returns the time in the `SpliceTime` of the element; `nil` when there is none.
    fileprivate func spliceTime() throws(SpliceError) -> Int64? {
        try self[child: "SpliceTime"]?
            .number("ptsTime", upTo: UInt64(SpliceInformation.clockMask)).map(Int64.init)
    }

    /// Returns the private bytes, which are written in hexadecimal digits.
    fileprivate func privateBytes() throws(SpliceError) -> [UInt8] {
        guard let text = self[child: "PrivateBytes"]?.trimmedText, !text.isEmpty else { return [] }
        guard let bytes = SpliceText.hexadecimal(text) else {
            throw malformed("PrivateBytes")
        }
        return bytes
    }

    /// The text without surrounding white space, in UTF-8.
    fileprivate var trimmedText: [UInt8] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let head = Array(text.utf8.drop(while: isSpace))
        return Array(head[..<(head.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0)])
    }
}
