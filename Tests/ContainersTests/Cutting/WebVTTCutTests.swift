import Containers
import Testing
import VirtualTime

@Suite struct WebVTTCutTests {
    private static let header = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n"
    private static let note = "NOTE the first\n--> is here\n\n"

    @Test(arguments: [
        (
            header + note
                + "1\n00:00:06.500 --> 00:00:09.000 align:start\nA\n\n00:08.000 --> 00:11.000\nB\n",
            header + note + "1\n00:00:06.500 --> 00:00:08.000 align:start\nA\n\n"
        ),
        (header + "07:00 --> 00:09.000\nA\n\n", header + "07:00 --> 00:09.000\nA\n\n"),
        (header + "00:07.000 --> 00:08.000\nA", header + "00:07.000 --> 00:08.000\nA"),
        (
            "WEBVTT\r\n\r\n00:17.000 --> 01:00:00.000\r\nA\r\n\r\n00:18.000 --> 00:19.000\r\nB\r\n",
            "WEBVTT\r\n\r\n00:17.000 --> 00:00:18.000\r\nA\r\n\r\n"
        ),
        (
            "\u{FEFF}WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:02.000,MPEGTS:0\n\n"
                + "00:19.000 --> 00:21.000\nA\n",
            "\u{FEFF}WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:02.000,MPEGTS:0\n\n"
                + "00:19.000 --> 00:00:20.000\nA\n"
        ),
        ("00:19.000 --> 00:20.000\nA", "00:19.000 --> 00:20.000\nA"),
    ])
    func `cues end at the cut, and cues that start there or later are removed`(
        text: String, expected: String
    ) {
        let result = WebVTTCut(end: .seconds(18)).applied(to: Array(text.utf8))
        #expect(String(decoding: result, as: UTF8.self) == expected)
    }
}
