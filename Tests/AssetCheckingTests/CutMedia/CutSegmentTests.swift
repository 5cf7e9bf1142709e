import AssetChecking
import HeadlessPlayback
import Linting
import TestSupport
import Testing
import Transport

/// Media that is cut at any byte ends in findings of `lint`, or in parts that are not checked.
@Suite struct CutSegmentTests {
    /// A media file of a sample.
    struct Input: Sendable, CustomTestStringConvertible {
        let sample: String
        let file: String

        var testDescription: String { "\(sample)/\(file)" }
    }

    static let inputs = [
        Input(sample: "single", file: "segment-1.ts"),
        Input(sample: "packed-audio", file: "segment-1.aac"),
        Input(sample: "cmaf-byteranges", file: "video-180p/media.mp4"),
        Input(sample: "protected-cbcs", file: "audio-en/segment-1.m4s"),
        Input(sample: "protected-aes128", file: "segment-3.ts"),
    ]

    @Test(arguments: inputs)
    func `a cut file is never clean`(input: Input) throws {
        let copy = ScratchFolder()
        for name in try Self.files(of: input.sample) {
            copy.put(fileBytes("\(SampleMedia.folder)/\(input.sample)/\(name)"), at: name)
        }
        let place = "\(copy.path)/index.m3u8"
        let inspector = AssetInspector()
        let whole = inspector.inspectInTurn(place, loader: StandardLoader())
        let bytes = fileBytes("\(copy.path)/\(input.file)")
        #expect(!bytes.isEmpty)
        for step in 0..<24 {
            // Places at the start, at the end and between them, none at a packet of 188 bytes.
            let count = bytes.count * step / 24 / 188 * 188 + (step.isMultiple(of: 2) ? 77 : 1)
            copy.put(Array(bytes.prefix(count)), at: input.file)
            let result = inspector.inspectInTurn(place, loader: StandardLoader())
            let isNoticed =
                result.breaches.count > whole.breaches.count
                || result.coverage.omissions.count > whole.coverage.omissions.count
                || result.breaches != whole.breaches
            #expect(isNoticed, "\(count) of \(bytes.count) bytes")
            #expect(result.breaches.allSatisfy { !$0.problem.isEmpty && $0.line ?? 1 > 0 })
        }
    }

    private static func files(of sample: String) throws -> [String] {
        let folder = "\(SampleMedia.folder)/\(sample)"
        let names = try #require(ShellCommand.bytes(of: "cd '\(folder)' && find . -type f"))
        return String(decoding: names, as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst(2))
        }
    }
}
