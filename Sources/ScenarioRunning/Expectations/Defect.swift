import HeadlessPlayback
import RunResults

/// A problem that was found in a run, and that a known issue may excuse.
///
/// A run can have ten thousand problems while a report shows only one, so the trace lines around
/// a problem are looked up only for the problem that is reported.
struct Defect {
    /// The expected result.
    let expected: String
    /// The actual result.
    let found: String
    private let complete: () -> Failure

    /// Creates a defect from a failure that already contains its trace.
    init(_ failure: Failure) {
        expected = failure.expected
        found = failure.found
        complete = { failure }
    }

    fileprivate init(expected: String, found: String, _ complete: @escaping () -> Failure) {
        self.expected = expected
        self.found = found
        self.complete = complete
    }

    /// The failure for reports, with the lines of the trace around the defect.
    var failure: Failure { complete() }
}

extension RunRecord {
    /// Returns a defect, with the trace around an event.
    func defect(
        expected: String, found: String,
        at happening: @autoclosure @escaping () -> Happening? = nil
    ) -> Defect {
        Defect(expected: expected, found: found) {
            failure(expected: expected, found: found, at: happening())
        }
    }

    /// Returns a defect, with the trace around the last event at or before an instant.
    func defect(expected: String, found: String, by instant: Instant?) -> Defect {
        Defect(expected: expected, found: found) {
            let last = instant.flatMap { instant in happenings.last { $0.instant <= instant } }
            return failure(
                expected: expected, found: found, at: instant, line: last?.line ?? 0)
        }
    }
}
