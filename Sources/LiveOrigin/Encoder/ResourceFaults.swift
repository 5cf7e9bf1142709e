import VirtualTime

/// The faults of an encoder that concern single segments.
struct ResourceFaults {
    private let faults: [EncoderFault]

    init(_ faults: [EncoderFault]) { self.faults = faults }

    /// Returns whether a segment is announced as a gap.
    func isGap(_ item: ProgrammeItem, sequence: Int?) -> Bool {
        faults.contains {
            if case .gap(let span) = $0 { span.contains(item, sequence: sequence) } else { false }
        }
    }

    /// Returns whether a listed segment or part is refused.
    func isMissing(_ item: ProgrammeItem, part: Int?, sequence: Int?) -> Bool {
        faults.contains { fault in
            switch fault {
            case .gap(let span), .missing(let span): span.contains(item, sequence: sequence)
            case .missingPart(let span, let index):
                part == index && span.contains(item, sequence: sequence)
            case .late, .silence, .restart, .targetDuration, .locations, .timestampJump, .strayKey,
                .missingKey, .lateKey:
                false
            }
        }
    }

    /// Returns the wrong key that a segment is encrypted with; `nil` for the right one.
    func strayKey(_ item: ProgrammeItem, sequence: Int?) -> EncoderFault.StrayKey? {
        for case .strayKey(let span, let kind) in faults
        where span.contains(item, sequence: sequence) {
            return kind
        }
        return nil
    }
}
