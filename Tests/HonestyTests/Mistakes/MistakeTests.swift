import HeadlessPlaybackTesting
import TestSupport
import Testing

/// Tests that verification finds the mistake of each row, and blames no correct part.
@Suite struct MistakeTests {
    @Test(arguments: MistakeRow.all)
    func `verification finds the mistake in an asset and reports nothing else`(row: MistakeRow)
        async throws
    {
        let asset = try TenMinuteAsset(row.kind)
        row.mistake.make(in: asset, row.extent)
        var video = asset.video
        video.cuePoints = row.mistake.cuePoints
        let seen = await AssetInspection(video)
        compare(seen, row)
    }

    private func compare(_ seen: AssetInspection, _ row: MistakeRow) {
        let text = seen.failures.joined(separator: "\n")
        #expect(seen.result.verdict == .failed)
        #expect(row.codes.isSubset(of: seen.codes), "\(text)")
        #expect(seen.codes.isSubset(of: row.codes.union(row.besides)), "\(text)")
        for words in row.words {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        for words in row.notSaid {
            #expect(!text.contains(words), "\(words) in \(text)")
        }
    }

    @Test func `every mistake is found by verification or is left to a lint rule`() {
        let found = Set(MistakeRow.all.map(\.mistake))
        #expect(found.isDisjoint(with: Mistake.leftToLint))
        #expect(found.union(Mistake.leftToLint) == Set(Mistake.allCases))
        #expect(Mistake.allCases.map(\.rawValue) == Array(1...22))
    }

    @Test(arguments: Mistake.leftToLint.sorted { $0.rawValue < $1.rawValue })
    func `a mistake that verification leaves to lint changes the asset`(mistake: Mistake) throws {
        for extent in [Mistake.Extent.one, .all] {
            let asset = try TenMinuteAsset(.fragments)
            let before = asset.texts
            mistake.make(in: asset, extent)
            #expect(asset.texts != before)
        }
    }
}
