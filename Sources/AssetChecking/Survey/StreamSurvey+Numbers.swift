import Sessions

extension StreamSurvey {
    /// The discontinuity sequence numbers at the start and at each later discontinuity.
    var numbers: DiscontinuityNumbers? {
        let first = firstDiscontinuityNumber.map { [(time: start, number: $0)] } ?? []
        let later = zip(discontinuities, discontinuityNumbers).filter { $0.0 > start }
        return DiscontinuityNumbers(
            first + later.map { (time: $0.0, number: $0.1) }, isWindow: isWindow)
    }
}
