import AssetChecking
import Linting
import Testing
import Transport

/// Rules about media on real media: the samples, the nearest to them, and those that break a rule.
@Suite struct RealMediaRuleTests {
    private func inspect(
        _ asset: MediaAsset, _ profile: LintRule.Profile = .apple
    ) -> InspectedAsset {
        AssetInspector(profile).inspectInTurn(MediaAsset.folder + "index.m3u8", loader: asset)
    }

    private func words(_ breaches: [LintBreach]) -> String {
        breaches.map { "\($0.rule.code) \($0.line ?? 0): \($0.problem)" }.joined(separator: "; ")
    }

    @Test(arguments: RealMediaFixture.all)
    func `the nearest media keeps the rule, and the severe one breaks it`(
        fixture: RealMediaFixture
    ) throws {
        let near = inspect(try fixture.near()).breaches
        #expect(!near.contains { $0.rule.code == fixture.code }, "\(words(near))")
        let severe = inspect(try fixture.severe()).breaches
        let breach = severe.first { $0.rule.code == fixture.code }
        let found = try #require(breach, "found only \(words(severe))")
        #expect(!found.problem.isEmpty && !found.expected.isEmpty)
    }

    /// The rules that samples break on purpose.
    private static let known: [String: Set<String>] = [
        "single": ["media.independent-undeclared"],
        "protected-aes128": ["media.independent-undeclared", "attr.hex-lower-case"],
    ]

    @Test(arguments: Set(RealMediaFixture.all.map(\.sample)).sorted())
    func `a sample breaks no rule of the specification`(name: String) throws {
        let result = inspect(try MediaAsset(name), .rfc)
        let found = result.breaches.filter {
            Self.known[name]?.contains($0.rule.code) != true
        }
        #expect(found.isEmpty, "\(words(found))")
    }

    @Test func `the headers of a server are held against their rules`() throws {
        func codes(_ result: InspectedAsset) -> Set<String> {
            Set(result.breaches.map(\.rule.code)).subtracting(Self.known["single"] ?? [])
        }
        var asset = try MediaAsset("single")
        asset.fields = [HeaderField(name: "Content-Type", value: "text/plain")]
        #expect(codes(inspect(asset, .rfc)) == ["delivery.content-type", "delivery.cors"])
        asset.fields = nil
        let local = inspect(asset, .rfc)
        #expect(codes(local).isEmpty)
        #expect(local.coverage.unchecked.contains { $0.rule.code == "delivery.cors" })
    }

    @Test(arguments: [
        ("single", "segment-1.ts"), ("packed-audio", "segment-1.aac"),
        ("cmaf-byteranges", "video-180p/media.mp4"), ("protected-aes128", "segment-3.ts"),
    ])
    func `a media file that is cut is noticed`(sample: String, file: String) throws {
        let whole = inspect(try MediaAsset(sample), .rfc)
        let length = try #require(try MediaAsset(sample).files[file]).count
        // The start, two places within a packet, the start of a packet, and the end.
        let thirds = [length / 3 / 188 * 188, length * 2 / 3 / 188 * 188]
        for count in [1, thirds[0] + 77, thirds[1] + 1, thirds[1], length - 1] {
            var asset = try MediaAsset(sample)
            try asset.change("\(file)~cut~\(count)")
            let cut = inspect(asset, .rfc)
            let isNoticed =
                cut.breaches != whole.breaches
                || cut.coverage.omissions.count > whole.coverage.omissions.count
            #expect(isNoticed, "\(count) of \(length) bytes")
        }
    }
}
