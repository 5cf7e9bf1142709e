import Driver
import Transport

/// Reads a netrc file; the entries must be the same after they were written and read again.
///
/// An error must state the number of a line.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(Netrc.Problem) {
        let entries = try Netrc(bytes).entries
        let again = try Netrc(Array(entries.map(text).joined(separator: "\n").utf8)).entries
        guard again == entries else { fatalError("\(entries.count) became \(again.count)") }
    } catch {
        guard error.line >= 1 else { fatalError("line \(error.line)") }
    }
    return 0
}

private func text(_ entry: NetrcEntry) -> String {
    let machine = entry.machine.map { "machine \(quoted($0))" } ?? "default"
    return "\(machine) login \(quoted(entry.login)) password \(quoted(entry.password))"
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
        switch character {
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\"", "\\": result += "\\\(character)"
        default: result.unicodeScalars.append(character)
        }
    }
    return result + "\""
}

@main
enum NetrcFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
