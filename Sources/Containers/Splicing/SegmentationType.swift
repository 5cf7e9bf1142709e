import Formats

/// The segmentation type in a descriptor, such as the start of a chapter or of a break.
///
/// Reference: ANSI/SCTE 35 2023, table 23.
package struct SegmentationType: Hashable, Sendable {
    package let id: UInt8

    package init(_ id: UInt8) {
        self.id = id
    }

    /// The edge that a segmentation type marks: the start of a segment, its end, or neither.
    package enum Edge: Sendable {
        case start, end, none
    }

    /// The edge that the type marks: the start or the end of a segment, or neither.
    package var edge: Edge {
        switch id {
        case 0x10, 0x14, 0x17, 0x19: .start
        case 0x11...0x13: .end
        case 0x20...0x27, 0x30...0x47, 0x50, 0x51: id % 2 == 0 ? .start : .end
        default: .none
        }
    }

    /// Whether the segment may show content other than the programme, such as advertising.
    package var isBreak: Bool {
        switch id {
        case 0x22, 0x23, 0x30...0x37, 0x3C...0x3F, 0x44...0x47: true
        default: false
        }
    }

    /// Whether fields about sub-segments may follow in the descriptor.
    var hasSubSegments: Bool {
        [0x30, 0x32, 0x34, 0x36, 0x38, 0x3A, 0x44, 0x46].contains(id)
    }

    /// The name of the type in the standard.
    package var name: String {
        if let name = Self.single[id] { return name }
        if let kind = Self.paired[id & 0xFE], id >= 0x20 {
            return "\(kind) \(id % 2 == 0 ? "Start" : "End")"
        }
        return "Reserved 0x" + Hexadecimal.text([id], uppercase: true)
    }

    private static let single: [UInt8: String] = [
        0x00: "Not Indicated", 0x01: "Content Identification", 0x02: "Private",
        0x10: "Program Start", 0x11: "Program End", 0x12: "Program Early Termination",
        0x13: "Program Breakaway", 0x14: "Program Resumption", 0x15: "Program Runover Planned",
        0x16: "Program Runover Unplanned", 0x17: "Program Overlap Start",
        0x18: "Program Blackout Override", 0x19: "Program Join",
        0x1A: "Program Immediate Resumption",
    ]

    /// The names of types that occur in pairs.
    ///
    /// The even number, which is the key, marks the start of a segment. The next odd number marks
    /// its end.
    private static let paired: [UInt8: String] = [
        0x20: "Chapter", 0x22: "Break", 0x24: "Opening Credit", 0x26: "Closing Credit",
        0x30: "Provider Advertisement", 0x32: "Distributor Advertisement",
        0x34: "Provider Placement Opportunity", 0x36: "Distributor Placement Opportunity",
        0x38: "Provider Overlay Placement Opportunity",
        0x3A: "Distributor Overlay Placement Opportunity", 0x3C: "Provider Promo",
        0x3E: "Distributor Promo", 0x40: "Unscheduled Event",
        0x42: "Alternate Content Opportunity", 0x44: "Provider Ad Block",
        0x46: "Distributor Ad Block", 0x50: "Network",
    ]
}
