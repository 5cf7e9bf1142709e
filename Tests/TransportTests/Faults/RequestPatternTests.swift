import Testing
import Transport

@Suite struct RequestPatternTests {
    private static let url = "https://origin.test/show/video-540p/segment-12.ts?token=a/b.ts"

    @Test(arguments: [
        (nil, true), ("segment-12.ts", true), ("segment-1?.ts", true), ("*.ts", true),
        ("segment-*", true), ("*", true), ("segment-1.ts", false), ("*.m4s", false),
        ("12.ts", false), ("", false), ("b.ts", false), ("segment-12.ts*a*", false),
        ("video-540p/segment-12.ts", true), ("540p/segment-12.ts", false),
        ("*540p/segment-12.ts", true), ("/show/*/segment-12.ts", true), ("show/*", true),
        ("https://origin.test/show/video-540p/segment-12.ts", true),
        ("https://*.ts", true), ("http://*.ts", false), ("/segment-12.t", false),
    ])
    func `a pattern matches URLs`(pattern: String?, fits: Bool) {
        let pattern = RequestPattern(pattern)
        #expect(pattern.fits(url: Self.url, kind: .segment, byteRange: nil) == fits)
    }

    @Test func `a pattern matches kinds and the start of the range`() {
        func fits(_ pattern: RequestPattern, _ range: Range<Int64>?) -> Bool {
            pattern.fits(url: Self.url, kind: .segment, byteRange: range)
        }
        #expect(fits(RequestPattern(kinds: [.segment, .key]), nil))
        #expect(!fits(RequestPattern(kinds: [.key]), nil))
        #expect(fits(RequestPattern(rangeStart: 700), 700..<900))
        #expect(!fits(RequestPattern(rangeStart: 700), 701..<900))
        #expect(fits(RequestPattern(rangeStart: 0), nil))
    }

    @Test func `a pattern made of stars is matched quickly`() {
        let url = String(repeating: "a", count: 4000)
        let pattern = RequestPattern(String(repeating: "a*", count: 1000) + "b")
        #expect(!pattern.fits(url: url, kind: .other, byteRange: nil))
    }
}
