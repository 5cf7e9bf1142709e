import HeadlessPlayback
import OfflineDownloads
import Testing

@Suite struct ContinuationTests {
    private func plan(_ lines: String, key: String = "0123456789abcdef") throws -> PackagePlan {
        try PlannerDriver([
            PlannerDriver.source: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(lines)\n#EXT-X-ENDLIST",
            "https://media.example/show/k": key,
        ]).plan()
    }

    @Test func `a plan with other URL tokens and hosts continues the same package`() throws {
        let before = try plan("#EXTINF:6,\n1.ts?token=a\n#EXTINF:6,\n2.ts?token=a")
        let after = try plan("#EXTINF:6,\n1.ts?token=b\n#EXTINF:6,\nhttps://b.example/2.ts?token=b")
        #expect(after.isContinuation(of: before))
        #expect(after != before)
    }

    @Test(arguments: [
        "#EXTINF:6,\n1.ts", "#EXTINF:6,\n1.ts\n#EXTINF:5,\n2.ts",
        "#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.aac",
        "#EXTINF:6,\n1.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:1@0\n2.ts",
        "#EXTINF:6,\n1.ts\n#EXT-X-GAP\n#EXTINF:6,\n2.ts",
    ])
    func `a plan with other files does not continue the package`(lines: String) throws {
        let before = try plan("#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts")
        #expect(try !plan(lines).isContinuation(of: before))
    }

    @Test func `a plan with another key does not continue the package`() throws {
        let lines = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\n1.ts"
        let before = try plan(lines)
        #expect(try plan(lines).isContinuation(of: before))
        #expect(try !plan(lines, key: "fedcba9876543210").isContinuation(of: before))
    }
}
