import SidecarSubtitles
import Testing

@Suite struct CueSettingsTests {
    /// Returns the settings that differ from the defaults, as a file would write them.
    private func written(_ settings: String, regions: String = "") throws -> String {
        let file = try read("\(regions)\n\n00:01.000 --> 00:02.000 \(settings)\na")
        let cue = try #require(file.cues.first)
        return cue.settings.written.map { "\($0.name):\($0.value)" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("vertical:rl", "vertical:rl"), ("vertical:lr", "vertical:lr"), ("vertical:RL", ""),
        ("vertical:", ""), ("vertical:horizontal", ""), ("vertical:rl vertical:lr", "vertical:lr"),
        ("vertical:rl vertical:x", "vertical:rl"),
    ])
    func `the vertical setting is read and written`(settings: String, expected: String) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("line:0", "line:0"), ("line:1", "line:1"), ("line:-1", "line:-1"), ("line:00", "line:0"),
        ("line:-0", "line:0"), ("line:1.5", "line:1.5"), ("line:-1.5", "line:-1.5"),
        ("line:0%", "line:0%"), ("line:100%", "line:100%"), ("line:50.5%", "line:50.5%"),
        ("line:101", "line:101"), ("line:65536", "line:65536"), ("line:0.0", "line:0"),
        ("line:1,start", "line:1"), ("line:1,center", "line:1,center"),
        ("line:1,end", "line:1,end"), ("line:50%,end", "line:50%,end"),
        ("line:1,end line:2", "line:2,end"), ("line:1,end line:2,start", "line:2"),
        ("line:1e1", ""), ("line:+1", ""), ("line:--1", ""), ("line:1-", ""), ("line:-", ""),
        ("line:.5", ""), ("line:5.", ""), ("line:1..5", ""), ("line:1.2.3", ""), ("line:-.5", ""),
        ("line:%", ""), ("line:-1%", ""), ("line:100.1%", ""), ("line:101%", ""), ("line:1%%", ""),
        ("line:1%1", ""), ("line:.5%", ""), ("line:5.%", ""), ("line:auto", ""), ("line:", ""),
        ("line:1,", ""), ("line:1,middle", ""), ("line:1,End", ""), ("line:1,end,", ""),
        ("line:,end", ""), ("line:1, end", ""), ("line:x line:3", "line:3"),
        ("line:3 line:x", "line:3"), ("line:3 line:4,x", "line:3"), ("line:٣", ""),
    ])
    func `the line setting is read and written`(settings: String, expected: String) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("position:0%", "position:0%"), ("position:100%", "position:100%"),
        ("position:33.25%", "position:33.25%"), ("position:000050%", "position:50%"),
        ("position:50%,line-left", "position:50%,line-left"),
        ("position:50%,center", "position:50%,center"),
        ("position:50%,line-right", "position:50%,line-right"),
        ("position:10%,center position:20%", "position:20%,center"),
        ("position:50", ""), ("position:100.1%", ""), ("position:-1%", ""), ("position:%", ""),
        ("position:50%,start", ""), ("position:50%,auto", ""), ("position:50%,", ""),
        ("position:auto", ""), ("position:5e1%", ""), ("position:50 %", ""),
        ("position:50%,line-left,x", ""),
    ])
    func `the position setting is read and written`(settings: String, expected: String) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("size:0%", "size:0%"), ("size:100%", ""), ("size:99.9%", "size:99.9%"),
        ("size:0.000001%", "size:0.000001%"), ("size:50", ""), ("size:101%", ""),
        ("size:1%2", ""), ("size:", ""), ("size:10% size:20%", "size:20%"),
        ("size:0.00000000012%", "size:0.00000000012%"),
    ])
    func `the size setting is read and written`(settings: String, expected: String) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("align:start", "align:start"), ("align:center", ""), ("align:end", "align:end"),
        ("align:left", "align:left"), ("align:right", "align:right"), ("align:middle", ""),
        ("align:Start", ""), ("align:", ""), ("align:start align:center", ""),
        ("align:start align:x", "align:start"),
    ])
    func `the align setting is read and written`(settings: String, expected: String) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("line:1\talign:start", "line:1 align:start"),
        ("align:start\u{C}size:5%", "size:5% align:start"),
        ("align :start", ""), ("align: start", ""), (":start", ""), ("align", ""), (":", ""),
        ("align:start:", ""), ("align::start", ""), ("Align:start", ""), ("line=1", ""),
        ("x:y align:end z", "align:end"), ("align:start\u{A0}", ""), ("align:\u{FEFF}start", ""),
    ])
    func `settings are pairs of name and value, separated by spaces`(
        settings: String, expected: String
    ) throws {
        #expect(try written(settings) == expected)
    }

    @Test(arguments: [
        ("region:a", "region:a"), ("region:b", "region:b"), ("region:a region:b", "region:b"),
        ("region:x", ""), ("region:a region:x", ""), ("region:x region:a", "region:a"),
        ("region:", ""), ("region: a", ""), ("region :a", ""), ("region:A", ""),
        ("region:a vertical:rl", "vertical:rl"), ("region:a vertical:x", "region:a"),
        ("region:a line:0", "line:0"), ("region:a line:x", "region:a"),
        ("region:a size:50%", "size:50%"), ("region:a size:100%", "region:a"),
        ("region:a size:x", "region:a"), ("region:a position:5%", "position:5% region:a"),
        ("region:a align:end", "align:end region:a"), ("line:0 region:a", "line:0 region:a"),
        ("vertical:lr region:a vertical:x", "vertical:lr"), ("region:c:d", "region:c:d"),
    ])
    func `the region setting is read and written`(settings: String, expected: String) throws {
        let regions =
            "REGION\nid:a\n\nREGION\nid:b\n\nREGION\nwidth:5%\n\nREGION id:z\nid:c:d\n\n"
            + "REGION\nid:c:d"
        #expect(try written(settings, regions: regions) == expected)
    }

    @Test func `a region is found by its exact code points`() throws {
        let composed = try written("region:\u{E9}", regions: "REGION\nid:\u{E9}")
        let decomposed = try written("region:e\u{301}", regions: "REGION\nid:\u{E9}")
        #expect(composed == "region:\u{E9}")
        #expect(decomposed == "")
    }

    @Test func `written settings read back as they were`() throws {
        let settings = "vertical:lr line:-3.5,center position:12.5%,line-right size:0.1% align:left"
        #expect(try written(settings) == settings)
    }

    @Test(arguments: [400, 100_000])
    func `settings with excessively large numbers are ignored`(digits: Int) throws {
        let number = String(repeating: "9", count: digits)
        #expect(try written("line:\(number) position:\(number)% align:end") == "align:end")
    }
}
