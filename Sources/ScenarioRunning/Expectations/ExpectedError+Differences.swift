import Scenarios

extension [ExpectedError] {
    /// Returns the differences between the expected errors and the errors that a run reported.
    ///
    /// This array must list all errors of the run.
    func differences(in record: RunRecord) -> [Defect] {
        let errorEvents = record.errorEvents
        let pairs = SequencePairing(count, errorEvents.count) { place, other in
            let error = errorEvents[other].error
            return self[place].code == error.code
                && self[place].domain ?? error.domain == error.domain
                && self[place].text.map { error.text.contains($0) } ?? true
        }
        return pairs.unequal.map { place, other in
            let none = isEmpty ? "no error" : "no more errors"
            let words = place.map { self[$0].words } ?? none
            guard let (happening, error) = other.map({ errorEvents[$0] }) else {
                return record.defect(
                    expected: words, found: "no such error", at: errorEvents.last?.happening)
            }
            return record.defect(expected: words, found: error.words, at: happening)
        }
    }
}
