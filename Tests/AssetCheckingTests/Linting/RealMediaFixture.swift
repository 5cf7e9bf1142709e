import Foundation
import TestSupport

/// The fixtures of a rule about media, made from a sample.
struct RealMediaFixture: Sendable, CustomStringConvertible {
    let code: String
    let sample: String
    let nearChanges: [String]
    let severeChanges: [String]

    var description: String { "\(code) \(sample)" }

    /// Returns the media that comes closest to a breach without breaking the rule.
    func near() throws -> MediaAsset { try changed(by: nearChanges) }

    /// Returns the media that breaks the rule.
    func severe() throws -> MediaAsset { try changed(by: severeChanges) }

    private func changed(by changes: [String]) throws -> MediaAsset {
        var asset = try MediaAsset(sample)
        for change in changes { try asset.change(change) }
        return asset
    }

    /// All fixtures of the table in `lint-media.txt`.
    static let all: [RealMediaFixture] = {
        let path = SampleMedia.folder + "/../../Tests/Fixtures/lint-media.txt"
        let data = FileManager.default.contents(atPath: path) ?? Data()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.replacing("\\n", with: "\n").split(
                separator: "|", omittingEmptySubsequences: false
            ).map(String.init)
            func changes(_ place: Int) -> [String] {
                fields[place].split(separator: ";").map(String.init)
            }
            return RealMediaFixture(
                code: fields[0], sample: fields[1], nearChanges: changes(2),
                severeChanges: changes(3))
        }
    }()
}
