import TestSupport
import Testing

/// The samples of this repository are clean, or their findings are explained here.
@Suite struct LintedSampleTests {
    /// A sample with the rules that it breaks.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        var rules: Set<String> = []
        /// The reason why the sample breaks these rules.
        var reason = ""

        var testDescription: String { name }
    }

    private static let written = "ffmpeg writes no EXT-X-INDEPENDENT-SEGMENTS unless it is asked"

    static let samples = [
        Sample(name: "cmaf-byteranges"), Sample(name: "markers"), Sample(name: "packed-audio"),
        Sample(name: "protected-cbcs"), Sample(name: "subtitled"), Sample(name: "ts-multivariant"),
        Sample(name: "discontinuity", rules: ["media.independent-undeclared"], reason: written),
        Sample(name: "id3", rules: ["media.independent-undeclared"], reason: written),
        Sample(name: "pts-wrap", rules: ["media.independent-undeclared"], reason: written),
        Sample(name: "single", rules: ["media.independent-undeclared"], reason: written),
        Sample(
            name: "protected-aes128",
            rules: ["media.independent-undeclared", "attr.hex-lower-case"],
            reason: written + "; its encryptor writes IV in lower case, as ffmpeg does"),
        Sample(
            name: "markers-wrong",
            rules: [
                "cue.in-without-out", "range.scte35-in-without-out", "range.start-missing",
                "set.boundaries", "set.date-ranges", "set.target-duration",
            ], reason: "it has mistakes on purpose, which its README lists"),
    ]

    @Test(arguments: samples)
    func `linting a sample gives exactly the findings expected for it`(sample: Sample) throws {
        let run = try Playctl.run(
            ["lint", "\(SampleMedia.folder)/\(sample.name)/index.m3u8"]
                + (sample.name == "protected-cbcs"
                    ? ["--key-uri", "\(ProtectedSample.keyURI)=\(ProtectedSample.key)"] : []))
        var found: Set<String> = []
        for line in run.lines where line.hasSuffix("]") && !line.hasPrefix(" ") {
            found.insert(String(line.split(separator: "[").last?.dropLast() ?? ""))
        }
        #expect(found == sample.rules, "\(run.output)")
        #expect(sample.rules.isEmpty == sample.reason.isEmpty)
        #expect(!run.output.contains("not checked: "), "\(run.output)")
    }
}
