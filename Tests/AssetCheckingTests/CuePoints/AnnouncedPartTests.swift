import AssetChecking
import TestSupport
import Testing

/// Parts of an asset that its multivariant playlist announces, and that surveys do not play.
@Suite struct AnnouncedPartTests {
    @Test func `groups that lack a language of another group are stated`() async {
        let sample = CopiedSample("ts-multivariant")
        let member = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"%\",NAME=\"@\",LANGUAGE=\"eng\""
        sample.edit("index.m3u8") { text in
            var lines = text.split(separator: "\n").map(String.init)
            let places = lines.indices.filter { lines[$0].hasPrefix("#EXT-X-STREAM-INF") }
            for (place, group) in zip(places, ["stereo", "surround"]) {
                lines[place] = lines[place].replacing("\"audio\"", with: "\"\(group)\"")
                let name = group == "stereo" ? "Original" : "Français"
                lines.append(
                    member.replacing("%", with: group).replacing("@", with: name)
                        + ",URI=\"audio-en/index.m3u8\"")
            }
            return lines.joined(separator: "\n") + "\n"
        }
        let asset = await sample.survey()
        // A name or a language in common is enough.
        #expect(
            asset.unequalGroups == ["AUDIO group \"stereo\" lacks \"Français\" of group \"audio\""])
    }

    @Test func `each missing file that the multivariant playlist names is a failure`() async {
        let sample = CopiedSample("ts-multivariant")
        sample.edit("index.m3u8") { text in
            text + """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="unused",NAME="Lost",URI="no-audio.m3u8"
                #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=50000,URI="no-frames.m3u8"
                #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI="no-images.m3u8"
                #EXT-X-SESSION-DATA:DATA-ID="a",URI="no-data.json"
                #EXT-X-SESSION-DATA:DATA-ID="b",URI="data.bin",FORMAT=RAW
                #EXT-X-SESSION-DATA:DATA-ID="c",URI="app:c"

                """
        }
        sample.folder.put([1], at: "data.bin")
        let verification = await sample.verify()
        #expect(
            verification.problems == [
                "set.unreachable: audio unused Lost cannot be loaded",
                "set.unreachable: I-frame playlist 1 (50k) cannot be loaded",
                "set.unreachable: image playlist 1 (no-images.m3u8) cannot be loaded",
                "session-data.not-json: session data a cannot be loaded",
            ])
        #expect(
            verification.reasons == ["session data c is read to its end: unsupported scheme app"])
    }
}
