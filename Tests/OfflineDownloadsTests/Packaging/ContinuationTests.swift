import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing

@Suite struct ContinuationTests {
    private func plan(_ lines: String, key: String = "0123456789abcdef") throws -> PackagePlan {
        try PlannerDriver([
            PlannerDriver.source: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(lines)\n#EXT-X-ENDLIST",
            "https://media.example/show/k": key,
        ]).plan()
    }

    @Test func `a plan with other URL tokens and hosts continues the same package`() throws {
        let before = try plan("#EXTINF:6,\n1.ts?token=a123\n#EXTINF:6,\n2.ts?token=a123")
        let after = try plan(
            "#EXTINF:6,\n1.ts?token=b123\n#EXTINF:6,\nhttps://b.example/show/2.ts?token=b123")
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

    @Test(arguments: [
        ("v1/1.ts", "v2/1.ts", false), ("1.ts?v=1", "1.ts?v=2", false), ("1.ts", "2.ts", false),
        ("1.ts?n=20260101", "1.ts?n=20260102", false), ("1.ts#a", "1.ts#b", true),
        ("1.ts?token=old", "1.ts?token=new", true), ("1.ts?token=1", "1.ts?token=2", true),
        ("1.ts?design=1", "1.ts?design=2", false), ("1.ts?author=1", "1.ts?author=2", false),
        ("1.ts?exp=1", "1.ts?exp=2", true), ("1.ts?sessid=1", "1.ts?sessid=2", true),
        ("1.ts?exp=1790000000&v=1", "1.ts?exp=1790000999&v=1", true),
        ("exp=1~hmac=0123456789/1.ts", "exp=2~hmac=abcdef0123/1.ts", true),
        ("q=1/1.ts", "q=2/1.ts", false),
        ("audio=96000-video=600000-1.ts", "audio=96000-video=900000-1.ts", false),
    ])
    func `only the signature of a location may change`(
        one: String, other: String, isContinuation: Bool
    ) throws {
        let before = try plan("#EXTINF:6,\n\(one)")
        #expect(try plan("#EXTINF:6,\n\(other)").isContinuation(of: before) == isContinuation)
    }

    @Test func `a plan with another licence or variant stream does not continue the package`()
        throws
    {
        let lines = "#EXTINF:6,\n1.ts"
        func licensed(_ name: String) throws -> PackagePlan {
            var plan = try plan(lines)
            let key = EncryptionKey(method: .sampleAES, uri: name)
            plan.licenceKeys = [.init(key, playlistURL: PlannerDriver.source)]
            return plan
        }
        #expect(try licensed("skd://one").isContinuation(of: licensed("skd://one")))
        #expect(try !licensed("skd://two").isContinuation(of: licensed("skd://one")))
        let signed = "https://keys.example/k?token="
        #expect(try licensed(signed + "abcd").isContinuation(of: licensed(signed + "efgh")))
        var other = try plan(lines)
        other.variantBandwidth = 1
        #expect(try !other.isContinuation(of: plan(lines)))
    }

    @Test func `a plan with another key does not continue the package`() throws {
        let lines = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\n1.ts"
        let before = try plan(lines)
        #expect(try plan(lines).isContinuation(of: before))
        #expect(try !plan(lines, key: "fedcba9876543210").isContinuation(of: before))
    }
}
