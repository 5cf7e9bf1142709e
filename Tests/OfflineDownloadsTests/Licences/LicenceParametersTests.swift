import HeadlessPlayback
import OfflineDownloads
import Sessions
import Testing

@Suite struct LicenceParametersTests {
    private func code(_ body: () throws(OfflineError) -> PersistentLicenceTerms) -> OfflineError
        .Code?
    {
        do throws(OfflineError) {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a purchase needs no other parameter`() throws {
        #expect(try LicenceParameters(isPurchase: true).terms() == PersistentLicenceTerms())
        // For a purchase, the rental duration has no effect.
        #expect(
            try LicenceParameters(isPurchase: true, rentalDuration: -1).terms()
                == PersistentLicenceTerms())
    }

    @Test(arguments: [nil, false])
    func `a licence without purchase needs a rental duration`(isPurchase: Bool?) throws {
        var parameters = LicenceParameters(isPurchase: isPurchase)
        #expect(code(parameters.terms) == .invalidParameter)
        #expect(code(parameters.renewalTerms) == .invalidParameter)
        parameters.rentalDuration = 60 * 60 * 24 * 30
        #expect(
            try parameters.terms()
                == PersistentLicenceTerms(rentalDuration: .seconds(30 * 86_400)))
    }

    @Test(arguments: [
        0, -0.0, -1, -.infinity, .infinity, .nan, 1e-10, 3_162_240_001, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ])
    func `an invalid duration is refused`(seconds: Double) {
        #expect(code(LicenceParameters(rentalDuration: seconds).terms) == .invalidParameter)
        #expect(
            code(LicenceParameters(isPurchase: true, playDuration: seconds).terms)
                == .invalidParameter)
    }

    @Test(arguments: [(1e-9, Duration.nanoseconds(1)), (3_162_240_000, .seconds(3_162_240_000))])
    func `the shortest and the longest duration are accepted`(seconds: Double, expected: Duration)
        throws
    {
        let terms = try LicenceParameters(rentalDuration: seconds, playDuration: seconds).terms()
        #expect(terms.rentalDuration == expected)
        #expect(terms.playDuration == expected)
    }

    @Test func `a renewal is a purchase or a rental and nothing else`() throws {
        #expect(try LicenceParameters(isPurchase: true).renewalTerms() == PersistentLicenceTerms())
        #expect(
            try LicenceParameters(rentalDuration: 5).renewalTerms()
                == PersistentLicenceTerms(rentalDuration: .seconds(5)))
        let parameters = LicenceParameters(isPurchase: true, playDuration: 5)
        #expect(code(parameters.renewalTerms) == .invalidParameter)
        #expect(code(parameters.terms) == nil)
    }
}
