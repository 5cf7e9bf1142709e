import SidecarSubtitles
import Testing

@Suite struct SignatureTests {
    @Test(arguments: [
        "WEBVTT", "WEBVTT\n", "WEBVTT\r", "WEBVTT\r\n", "WEBVTT ", "WEBVTT\t", "WEBVTT a title",
        "WEBVTT\ttitle\n", "\u{FEFF}WEBVTT", "\u{FEFF}WEBVTT\n", "WEBVTT\n\n", "WEBVTT\n\n\n\n",
        "WEBVTT \u{0}", "WEBVTT\nkey: value",
    ])
    func `a file with the signature is a WebVTT file`(text: String) throws {
        #expect(try WebVTT(parsing: text) == WebVTT())
    }

    @Test(arguments: [
        "", "W", "WEBVT", "webvtt", "WEBVTt", "WEBVTTX", "WEBVTT-", "WEBVTT\u{0}", "WEBVTT\u{C}",
        "WEBVTT\u{A0}", " WEBVTT", "\nWEBVTT", "\tWEBVTT\n", "\u{FEFF}\u{FEFF}WEBVTT",
        "\u{FEFF}", "WEB\u{FEFF}VTT", "WEB VTT", "<html>", "#EXTM3U\n", "WEBVTT\u{2028}",
        "\u{0}WEBVTT", "ＷＥＢＶＴＴ",
    ])
    func `a file without the signature is refused`(text: String) {
        #expect(throws: WebVTTError(.missingSignature, line: 1)) { try WebVTT(parsing: text) }
    }

    @Test(
        arguments: [[0xFF, 0xFE, 0x57, 0, 0x45, 0], [0xEF, 0xBB, 0x57, 0x45, 0x42]] as [[UInt8]])
    func `another encoding is refused`(bytes: [UInt8]) {
        #expect(throws: WebVTTError(.missingSignature, line: 1)) { try WebVTT(parsing: bytes) }
    }

    @Test func `an error states its line and cause on one line`() {
        #expect(
            "\(WebVTTError(.missingSignature, line: 1))"
                == "line 1: not a WebVTT file: the first line does not start with WEBVTT")
        #expect(
            "\(WebVTTError(.limitExceeded("bytes", maximum: 9), line: nil))" == "more than 9 bytes")
    }
}
