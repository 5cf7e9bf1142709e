import ContentProtection
import Testing

@Suite struct KeyServerRecordsTests {
    private typealias Holding = KeyServerRecords.Holding

    private func digest(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    @Test func `a full record of answered requests drops the oldest`() {
        var records = KeyServerRecords()
        let limit = KeyServerRecords.mostAnswered
        for number in 0..<limit { records.noteAnswer(to: digest(number)) }
        #expect(records.hasAnswered(digest(0)))
        for number in limit..<limit + 3 { records.noteAnswer(to: digest(number)) }
        #expect((0..<3).allSatisfy { !records.hasAnswered(digest($0)) })
        #expect((3..<limit + 3).allSatisfy { records.hasAnswered(digest($0)) })
    }

    @Test func `a full record replaces a client whose lease has ended, but never a rental`() {
        var records = KeyServerRecords()
        func remember(_ number: Int, isRental: Bool, at now: Int64) -> Bool {
            let holding = Holding(since: now, leaseEnd: now + 10, isRental: isRental)
            return records.remember(holding, of: "\(number)", content: "film", at: now)
        }
        let limit = KeyServerRecords.mostHolders
        for number in 0..<limit {
            #expect(remember(number, isRental: number % 2 == 0, at: 0))
        }
        #expect(!remember(limit, isRental: false, at: 9))
        // A client that is already in the records does not occupy a second record.
        #expect(remember(0, isRental: true, at: 9))
        #expect(remember(limit, isRental: false, at: 10))
        #expect(records.holding(of: "1", content: "film") == nil)
        #expect(records.holding(of: "2", content: "film")?.since == 0)
        #expect(records.leases(on: "film", besides: "", at: 10) == 2)
        #expect(records.leases(on: "book", besides: "", at: 10) == 0)
    }
}
