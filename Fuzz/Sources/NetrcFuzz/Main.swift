import Driver
import Transport

/// Reads a netrc file; the entries must be the same after they were written and read again.
///
/// An error must state the number of an existing line. A file without quotes, comments and macros
/// is also read by a simpler reader, which only splits the file into words. Both readers must
/// return the same entries or refuse the file.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(Netrc.Problem) {
        let entries = try Netrc(bytes).entries
        let again = try Netrc(Array(entries.map(text).joined(separator: "\n").utf8)).entries
        guard again == entries else { fatalError("\(entries.count) became \(again.count)") }
        // The shortest possible entry is the word `default`, which has seven bytes.
        guard entries.count * 7 <= bytes.count else { fatalError("\(entries.count) entries") }
        if isPlain(bytes), plainEntries(bytes) != entries { fatalError("another reader differs") }
    } catch {
        let lines = bytes.count { $0 == 0x0A } + 1
        guard (1...lines).contains(error.line) else { fatalError("line \(error.line)") }
        if isPlain(bytes), plainEntries(bytes) != nil { fatalError("refused: \(error)") }
    }
    return 0
}

/// Returns whether a file is short and has no zero byte, quote, comment or macro.
private func isPlain(_ bytes: [UInt8]) -> Bool {
    !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "#") }
        && !String(decoding: bytes, as: UTF8.self).contains("macdef") && bytes.count < 1000
}

/// Reads a plain file; `nil` when it is not a netrc file.
private func plainEntries(_ bytes: [UInt8]) -> [NetrcEntry]? {
    var words = bytes.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
        .map { String(decoding: $0, as: UTF8.self) }[...]
    var entries: [NetrcEntry] = []
    while let word = words.popFirst() {
        if word == "default" {
            entries.append(NetrcEntry(machine: nil, login: "", password: ""))
            continue
        }
        guard ["machine", "login", "password", "account"].contains(word),
            let value = words.popFirst()
        else { return nil }
        if word == "account" { continue }
        if word == "machine" {
            entries.append(NetrcEntry(machine: value, login: "", password: ""))
        } else if var last = entries.popLast() {
            if word == "login" { last.login = value } else { last.password = value }
            entries.append(last)
        } else {
            return nil
        }
    }
    return entries
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
