import Presentation
import Testing
import VirtualTime

@Suite struct MediaClaimTests {
    @Test(
        arguments: [
            (6, 6, 24), (2, 6, 24), (9, 6, 36), (0, 6, 24), (0, nil, 40), (0, 0, 4),
            (1, 99_999_999, 4 * 86_400), (86_400, 6, 4 * 86_400),
        ] as [(Int64, Int64?, Int64)])
    func `a segment may last four times the longer of its stated and the target duration`(
        promised: Int64, target: Int64?, longest: Int64
    ) {
        let claim = MediaClaim.longest(
            promised: .seconds(promised), target: target.map { .seconds($0) })
        #expect(claim == .seconds(longest))
    }
}

@Suite struct RemarkListTests {
    @Test func `a repeated remark is listed only once`() {
        var list = RemarkList()
        list.add(.oddLines, "a")
        list.add(.oddLines, "a")
        list.add(.unmetAudio, "a")
        #expect(list.remarks.map(\.kind) == [.oddLines, .unmetAudio])
    }

    @Test func `remarks are limited, and the last one states that more are not listed`() {
        var list = RemarkList()
        for number in 0..<500 { list.add(.oddLines, "\(number)") }
        #expect(list.remarks.count == RemarkList.limit)
        #expect(list.remarks.last?.text == "99, and more that is not listed")
    }

    @Test func `many remarks of one kind do not suppress a remark of another kind`() {
        var list = RemarkList()
        for number in 0..<500 { list.add(.livePlaylist, "\(number)") }
        list.add(.lostCues, "a")
        #expect(list.remarks.last == Ledger.Remark(.lostCues, "a"))
    }
}
