import SidecarSubtitles
import Testing

@Suite struct RegionTests {
    private func region(_ settings: String) throws -> WebVTTRegion {
        try #require(read("REGION\n\(settings)").regions.first)
    }

    @Test func `a region has every setting`() throws {
        var expected = WebVTTRegion()
        expected.identifier = "fred"
        expected.width = 40.5
        expected.lines = 7
        expected.anchor = .init(x: 1, y: 2)
        expected.viewportAnchor = .init(x: 3, y: 4.5)
        expected.scroll = .up
        let settings =
            "id:fred width:40.5%\nlines:7 regionanchor:1%,2%\tviewportanchor:3%,4.5%\nscroll:up"
        #expect(try region(settings) == expected)
    }

    @Test(arguments: [
        "width:101%", "width:40", "width:-1%", "width:", "lines:-1", "lines:1.5", "lines:3%",
        "lines:", "lines:a", "regionanchor:1%", "regionanchor:1%,", "regionanchor:,1%",
        "regionanchor:1,2", "regionanchor:1%,101%", "regionanchor:1%,2%,3%", "regionanchor:1%, 2%",
        "viewportanchor:1%", "viewportanchor:100.5%,1%", "scroll:down", "scroll:none", "scroll:UP",
        "scroll:", "ID:x", "id", ":x", "id:", "lines=2", "--",
    ])
    func `an invalid setting changes nothing`(settings: String) throws {
        #expect(try region(settings) == WebVTTRegion())
    }

    @Test func `the last setting of a name applies`() throws {
        #expect(try region("lines:1 lines:2 lines:x").lines == 2)
        #expect(try region("id:a\nid:b").identifier == "b")
    }

    @Test func `a huge number of lines does not overflow`() throws {
        #expect(try region("lines:" + String(repeating: "9", count: 5000)).lines > 1_000_000)
        #expect(try region("lines:0").lines == 0)
    }

    @Test func `the last of two regions with one name applies`() throws {
        let file = try read("REGION\nid:a\nlines:1\n\nREGION\nid:a\nlines:2")
        #expect(file.regions.map(\.lines) == [1, 2])
        #expect(file.region("a")?.lines == 2)
        #expect(file.region("b") == nil)
    }

    @Test(arguments: ["REGION", "REGION\n\nid:a", "REGIONS\nid:a", "REGION:\nid:a", "Region\nid:a"])
    func `a block without settings or with another name is not a region`(body: String) throws {
        #expect(try read(body).regions == [])
    }

    @Test func `the region syntax of an early draft is not read`() throws {
        let file = try WebVTT(
            parsing: "WEBVTT\nRegion: id=a width=40%\n\n00:00.000 --> 00:01.000 region:a\nx")
        #expect(file.regions == [])
        #expect(file.cues.first?.settings.region == nil)
    }
}
