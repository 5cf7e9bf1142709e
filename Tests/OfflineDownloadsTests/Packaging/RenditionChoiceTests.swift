import HeadlessPlayback
import OfflineDownloads
import Playlists
import Testing

@Suite struct RenditionChoiceTests {
    private func choice(
        _ kind: Rendition.Kind, _ languages: DownloadSelection.Languages, _ lines: String...
    ) throws -> RenditionChoice {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a",SUBTITLES="s"
            video.m3u8
            \(lines.joined(separator: "\n"))
            """
        guard case .multivariant(let playlist) = try Playlist(parsing: text) else {
            throw OfflineError(.invalidParameter, "not multivariant")
        }
        return RenditionChoice(kind, of: playlist.variants[0], in: playlist, by: languages)
    }

    private func audio(
        _ languages: DownloadSelection.Languages, _ tags: String...
    ) throws -> RenditionChoice {
        let lines = tags.map {
            #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="\#($0)",LANGUAGE="\#($0)",URI="\#($0).m3u8""#
        }
        return try choice(.audio, languages, lines.joined(separator: "\n"))
    }

    private func names(_ choice: RenditionChoice) -> [String] { choice.streams.map(\.name) }

    @Test(
        arguments: [
            (["de"], ["de"]), (["DE"], ["de"]), (["de-AT"], ["de-AT"]), (["de-CH"], ["de"]),
            (["pt"], ["pt-BR"]), (["pt-PT"], ["pt-BR"]), (["zh-Hant-TW"], ["zh-Hant"]),
            (["fr", "en"], ["en", "fr"]), (["e"], ["en"]), (["*"], nil),
        ] as [([String], [String]?)])
    func `a language selects its best match`(wanted: [String], found: [String]?) throws {
        let all = ["en", "de-AT", "de", "pt-BR", "pt-AO", "fr", "zh-Hant"]
        let choice = try audio(
            .tags(wanted), all[0], all[1], all[2], all[3], all[4], all[5], all[6])
        #expect(names(choice) == found ?? all)
        #expect(choice.missing == (wanted == ["e"] ? ["e"] : []))
    }

    @Test func `a language selects its regional forms`() throws {
        #expect(try names(audio(.tags(["de"]), "en", "de-AT")) == ["de-AT"])
    }

    @Test func `a missing language is listed once, and the default audio is chosen`() throws {
        let choice = try audio(.tags(["xx", "xx", ""]), "en", "de")
        #expect(choice.missing == ["xx", ""])
        #expect(names(choice) == ["en"])
    }

    @Test func `the preferred audio is the default one, then the first with AUTOSELECT`()
        throws
    {
        let en = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="1""#
        let fr = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="fr",AUTOSELECT=YES,URI="2""#
        let de = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="de",DEFAULT=YES,URI="3""#
        #expect(try names(choice(.audio, .preferred, en, fr, de)) == ["de"])
        #expect(try names(choice(.audio, .preferred, en, fr)) == ["fr"])
        #expect(try names(choice(.audio, .preferred, en)) == ["en"])
        #expect(try names(choice(.audio, .preferred)) == [])
        #expect(try names(choice(.audio, .all, en, fr)) == ["en", "fr"])
        #expect(try names(choice(.audio, .none, en, fr)) == [])
    }

    @Test func `renditions of other groups are ignored`() throws {
        let other = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="en",DEFAULT=YES,URI="1""#
        #expect(try names(choice(.audio, .all, other)) == [])
    }

    @Test func `renditions in the media of the variant are listed as embedded`() throws {
        let inside = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",LANGUAGE="en",DEFAULT=YES"#
        let outside = #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="fr",LANGUAGE="fr",URI="1""#
        let preferred = try choice(.audio, .preferred, inside, outside)
        #expect(preferred.streams.isEmpty)
        let french = try choice(.audio, .tags(["fr"]), inside, outside)
        #expect(names(french) == ["fr"])
        #expect(french.embedded.map(\.name) == ["en"])
    }

    @Test func `preferred subtitles are default ones, or forced ones for the audio`() throws {
        let audio =
            #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",LANGUAGE="de",DEFAULT=YES,URI="1""#
        let plain = #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="plain",LANGUAGE="de",URI="2""#
        let forced =
            #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="forced",LANGUAGE="de",FORCED=YES,AUTOSELECT=YES,URI="3""#
        let standard =
            #"#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="standard",LANGUAGE="en",DEFAULT=YES,URI="4""#
        #expect(try names(choice(.subtitles, .preferred, audio, plain)) == [])
        #expect(try names(choice(.subtitles, .preferred, audio, plain, forced)) == ["forced"])
        #expect(
            try names(choice(.subtitles, .preferred, audio, plain, forced, standard))
                == ["standard"])
        #expect(
            try names(choice(.subtitles, .tags(["de"]), audio, plain, forced)) == [
                "plain", "forced",
            ])
        #expect(try choice(.subtitles, .tags(["fr"]), audio, plain).streams.isEmpty)
    }
}
