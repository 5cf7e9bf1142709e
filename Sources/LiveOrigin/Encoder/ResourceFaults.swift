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

    /// Returns whether a fault makes the origin refuse requests for a listed segment or part.
    func isMissing(_ item: ProgrammeItem, part: Int?, sequence: Int?) -> Bool {
        faults.contains { fault in
            switch fault {
            case .gap(let span), .missing(let span): span.contains(item, sequence: sequence)
            case .missingPart(let span, let index):
                part == index && span.contains(item, sequence: sequence)
            case .late, .silence, .restart, .targetDuration, .locations, .timestampJump, .strayKey,
                .missingKey, .lateKey, .missingMarks, .lateDateRanges:
                false
            }
        }
    }

    /// Returns whether a fault removes the tags of ad breaks at a given time.
    func hidesMarks(at time: MediaTime) -> Bool {
        faults.contains {
            if case .missingMarks(let span) = $0 { span.contains(time) } else { false }
        }
    }

    /// Returns whether the date range of a break is listed.
    ///
    /// - Parameters:
    ///   - start: The start of the break.
    ///   - end: The end of the listed segments.
    /// - Returns: `false` if a fault withholds the date range.
    func listsDateRange(from start: MediaTime, by end: MediaTime) -> Bool {
        !hidesMarks(at: start)
            && !faults.contains {
                if case .lateDateRanges(let span, let delay) = $0 {
                    span.contains(start) && end < start + delay
                } else {
                    false
                }
            }
    }

    /// Returns the kind of wrong key that encrypts a segment; `nil` if no fault replaces its key.
    func strayKey(_ item: ProgrammeItem, sequence: Int?) -> EncoderFault.StrayKey? {
        for case .strayKey(let span, let kind) in faults
        where span.contains(item, sequence: sequence) {
            return kind
        }
        return nil
    }
}
