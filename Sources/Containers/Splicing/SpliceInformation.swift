/// A splice_info_section: a message about positions at which programmes may be spliced.
///
/// Broadcasters send these messages.
///
/// Reference: ANSI/SCTE 35 2023, section 9.6.1.
package struct SpliceInformation: Equatable, Sendable {
    /// The offset to add to each time in the section, in units of a 90 kHz clock.
    package var ptsAdjustment: Int64
    /// The addressed receivers; 0xFFF means all of them.
    package var tier: Int
    /// The encryption of the section, from the command onwards; `nil` when there is none.
    package var encryption: Encryption?
    package var command: SpliceCommand
    package var descriptors: [SpliceDescriptor]

    /// The encryption of a section.
    package struct Encryption: Equatable, Sendable {
        package var algorithm: Int
        /// The number of the control word that decrypts the section.
        package var controlWord: Int

        package init(algorithm: Int, controlWord: Int) {
            self.algorithm = algorithm
            self.controlWord = controlWord
        }
    }

    package init(
        ptsAdjustment: Int64 = 0, tier: Int = 0xFFF, encryption: Encryption? = nil,
        command: SpliceCommand, descriptors: [SpliceDescriptor] = []
    ) {
        self.ptsAdjustment = ptsAdjustment
        self.tier = tier
        self.encryption = encryption
        self.command = command
        self.descriptors = descriptors
    }

    /// The adjusted 33-bit timestamp (90 kHz) at which the command takes effect.
    ///
    /// It is `nil` for an immediate command and for a command without a timestamp.
    package var splicePTS: Int64? {
        let pts: Int64? =
            switch command {
            case .timeSignal(let pts): pts
            case .insert(let insert):
                insert.event.flatMap { $0.pts ?? $0.components.compactMap(\.pts).first }
            default: nil
            }
        return pts.map { ($0 &+ ptsAdjustment) & Self.clockMask }
    }

    /// The segmentation descriptors, in order.
    package var segmentations: [SegmentationDescriptor] {
        descriptors.compactMap { descriptor in
            guard case .segmentation(let segmentation) = descriptor else { return nil }
            return segmentation
        }
    }

    /// The bit mask of 33-bit timestamps.
    static let clockMask: Int64 = 1 << 33 - 1
}

/// The reason why bytes are not a splice_info_section.
package struct SpliceError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable {
        /// The text is neither hexadecimal nor Base64.
        case notText
        /// The first byte identifies a table other than a splice_info_section.
        case wrongTable(UInt8)
        /// The stated length exceeds the available bytes, or is too small for the fields.
        case wrongLength(Int)
        /// The checksum does not match the bytes.
        case wrongChecksum(UInt32)
        /// A part of the message is incomplete; the text names the part.
        case truncated(String)
        /// The XML document cannot be read; the text gives the reason.
        case notXML(String)
        /// A required element or attribute is missing.
        case missing(String)
        /// The value of an attribute, or the text of an element, is malformed.
        case malformed(String)
    }

    package let reason: Reason
    /// The offset of the error, counted from the start of the section or document.
    package let offset: Int

    package init(_ reason: Reason, offset: Int = 0) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String {
        let cause =
            switch reason {
            case .notText: "the text is neither hexadecimal nor Base64"
            case .wrongTable(let id): "the table is 0x\(String(id, radix: 16)), not 0xfc"
            case .wrongLength(let length): "the length cannot be \(length)"
            case .wrongChecksum: "the checksum is wrong"
            case .truncated(let part): "the \(part) is cut off"
            case .notXML(let cause): "the document cannot be read: \(cause)"
            case .missing(let part): "there is no \(part)"
            case .malformed(let part): "the \(part) cannot be read"
            }
        return "\(cause), at byte \(offset)"
    }
}
