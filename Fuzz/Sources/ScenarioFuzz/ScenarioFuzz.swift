import Driver
import HeadlessPlayback
import Scenarios
import Transport

/// A loader that finds no file, because only the scenario itself is fuzzed.
private struct EmptyLoader: ResourceLoader {
    func load(_ request: ResourceRequest) throws(TransportError) -> ResourceResponse {
        throw TransportError(url: request.url, cause: .notFound)
    }
}

/// Reads bytes as YAML, and as the file of a scenario; errors must state a line of the text.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let lineCount = 1 + bytes.reduce(0) { $0 + (isBreak($1) ? 1 : 0) }
    if let node = try? YAMLNode(yaml: bytes) { look(at: node, lineCount: lineCount, depth: 0) }
    do throws(ScenarioFileError) {
        let scenario = try ScenarioFile.scenario(
            from: bytes, path: "folder/a.play.yaml", root: "folder", loader: EmptyLoader())
        look(at: scenario, lineCount: lineCount)
    } catch {
        guard (1...lineCount).contains(error.line), error.column >= 1 else {
            fatalError("no such place: \(error)")
        }
        let text = error.description
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            fatalError("an error that is not a line")
        }
    }
    return 0
}

/// Returns whether a byte is the last byte of a line break in UTF-8.
private func isBreak(_ byte: UInt8) -> Bool {
    [0x0A, 0x0D, 0x85, 0xA8, 0xA9].contains(byte)
}

private func look(at node: YAMLNode, lineCount: Int, depth: Int) {
    guard (1...lineCount).contains(node.place.line), depth <= YAMLLimits().depth else {
        fatalError("no such place")
    }
    switch node.content {
    case .scalar: break
    case .sequence(let elements):
        for element in elements { look(at: element, lineCount: lineCount, depth: depth + 1) }
    case .mapping(let members):
        guard Set(members.map(\.key)).count == members.count else { fatalError("a key twice") }
        for member in members { look(at: member.value, lineCount: lineCount, depth: depth + 1) }
    }
}

private func look(at scenario: Scenario, lineCount: Int) {
    let lines = scenario.lines
    guard !scenario.name.isEmpty, !scenario.assets.isEmpty,
        lines.steps.count == scenario.steps.count,
        lines.expectations.count == scenario.expectations.count,
        lines.thresholds.count == scenario.thresholds.count,
        lines.knownIssues.count == scenario.knownIssues.count,
        (lines.steps + lines.expectations + lines.thresholds + lines.knownIssues)
            .allSatisfy({ (1...lineCount).contains($0) })
    else { fatalError("parts without lines") }
    for step in scenario.steps {
        if case .download(let place, _) = step.action, !scenario.assets.indices.contains(place) {
            fatalError("a download of nothing")
        }
    }
    for (one, next) in zip(
        scenario.surroundings.network.steps, scenario.surroundings.network.steps.dropFirst())
    where one.start >= next.start {
        fatalError("steps out of order")
    }
}

@main
enum ScenarioFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
