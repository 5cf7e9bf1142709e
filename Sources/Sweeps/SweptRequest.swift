package import HeadlessPlayback
import ScenarioRunning

/// One request of a run, described so that the same request can be found in another run.
package struct SweptRequest: Sendable, Equatable {
    /// The name of the request, which is unique in its run.
    ///
    /// It consists of the location relative to the asset, the offset of the first byte, and a
    /// number that distinguishes equal requests.
    package let name: String
    /// The purpose of the resource for the player.
    package let kind: ResourceKind
    /// The pattern that matches this request and its repetitions.
    package let pattern: RequestPattern
    /// The number of earlier requests that match the pattern.
    package let occurrence: Int
    /// The number of bytes received; for a failed request, the number that its retry received.
    package let byteCount: Int64
    /// Whether the request is a call to the simulated key server, not a network request.
    package var isQuestion = false

    /// Returns the calls to a simulated key server, each with a name.
    ///
    /// - Parameter questions: The requests to the key server, in order.
    /// - Returns: The calls with their names, in the same order.
    static func all(_ questions: [SweptKeyServer.Question]) -> [SweptRequest] {
        var counts: [String: Int] = [:]
        return questions.map { question in
            let occurrence = counts[question.url, default: 0]
            counts[question.url] = occurrence + 1
            return SweptRequest(
                name: question.url + (occurrence == 0 ? "" : "#\(occurrence + 1)"), kind: .key,
                pattern: RequestPattern(question.url, kinds: [.key]), occurrence: occurrence,
                byteCount: question.byteCount, isQuestion: true)
        }
    }

    /// Returns the requests of a run, each with a name.
    ///
    /// Each name is unique, because names select the runs of a sweep and identify them in reports.
    ///
    /// - Parameters:
    ///   - records: The requests, in order.
    ///   - assets: The locations of the assets.
    /// - Returns: The requests to servers and files, in order.
    package static func all(_ records: [RequestRecord], of assets: [String]) -> [SweptRequest] {
        let folder = commonFolder(of: assets)
        var counts: [RequestPattern: Int] = [:]
        var sizes: [RequestPattern: Int64] = [:]
        let asked = records.filter(\.isFromOutside).map { ($0, pattern(of: $0)) }
        // A failed request is assumed to be as large as the response to its retry.
        for (record, pattern) in asked {
            sizes[pattern] = max(sizes[pattern] ?? 0, record.byteCount)
        }
        var taken: Set<String> = []
        return asked.map { record, pattern in
            let occurrence = counts[pattern, default: 0]
            counts[pattern] = occurrence + 1
            let range = record.byteRange.map { "@\($0.lowerBound)" } ?? ""
            let repetition = occurrence == 0 ? "" : "#\(occurrence + 1)"
            let plain = name(of: location(of: record), beside: folder) + range + repetition
            var name = plain
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(plain)~\(number)"
            }
            return SweptRequest(
                name: name, kind: record.kind, pattern: pattern, occurrence: occurrence,
                byteCount: record.byteCount > 0 ? record.byteCount : sizes[pattern] ?? 0)
        }
    }

    private static func pattern(of record: RequestRecord) -> RequestPattern {
        RequestPattern(
            location(of: record), kinds: [record.kind],
            rangeStart: record.byteRange?.lowerBound ?? 0)
    }

    private static func location(of record: RequestRecord) -> String {
        String(record.url.prefix { $0 != "?" && $0 != "#" })
    }

    /// Returns the common folder of all assets, with a final slash; empty when there is none.
    private static func commonFolder(of assets: [String]) -> String {
        let folders = assets.map { asset -> Substring in
            let path = asset.prefix { $0 != "?" && $0 != "#" }
            return path.lastIndex(of: "/").map { path[...$0] } ?? ""
        }
        guard var common = folders.first else { return "" }
        for folder in folders where !folder.hasPrefix(common) {
            common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
            common = common.lastIndex(of: "/").map { common[...$0] } ?? ""
        }
        return String(common)
    }

    private static func name(of location: String, beside folder: String) -> String {
        if folder.count > 1, location.hasPrefix(folder) {
            return String(location.dropFirst(folder.count))
        }
        return location.split(separator: "/").last.map(String.init) ?? location
    }

    /// Returns a rule that injects a fault into this request only.
    package func meets(_ fault: ResourceFault) -> FaultRule {
        FaultRule(pattern, occurrences: occurrence..<occurrence + 1, fault: fault)
    }
}
