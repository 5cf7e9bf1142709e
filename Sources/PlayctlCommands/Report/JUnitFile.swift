import CExpat
import CommandTree

/// A JUnit report from any tool: its unchanged suites, and the counts of its elements.
///
/// Expat checks that the file is well-formed and locates the suites. The bytes of a suite are
/// copied unchanged; only the declarations of inherited namespaces are added. A file with a
/// document type declaration is refused, since the copies would lack the entities that it declares.
/// Suites may be nested in other elements, and cases may be outside of suites.
struct JUnitFile {
    /// The outermost suites, and the cases outside of suites.
    private(set) var parts: [JUnitPart] = []
    /// The numbers of test cases, failures and errors.
    ///
    /// If the number that a suite states differs from the counted number, the larger one applies.
    private var tally = JUnitTally()
    /// The codes of the checks that failed.
    private(set) var codes: Set<String> = []
    /// The total duration of all suites, in seconds.
    private(set) var time = 0.0

    /// The number of test cases.
    var tests: Int { tally.tests }
    /// The number of failures.
    var failures: Int { tally.failures }
    /// The number of errors.
    var errors: Int { tally.errors }

    /// Whether a test case failed or could not be run.
    var isBad: Bool { failures > 0 || errors > 0 }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path, for error messages.
    /// - Throws: ``CommandFailure`` that names the line of an error.
    init(_ bytes: [UInt8], path: String) throws(CommandFailure) {
        let walk = JUnitWalk(bytes)
        guard bytes.count <= Int(Int32.max), let parser = unsafe XML_ParserCreate(nil) else {
            throw CommandFailure(file: path, "cannot be read: it is too large")
        }
        defer { unsafe XML_ParserFree(parser) }
        unsafe walk.parser = unsafe parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(walk).toOpaque())
        unsafe XML_SetXmlDeclHandler(parser) { walk, _, encoding, _ in
            guard let encoding = unsafe encoding else { return }
            unsafe JUnitWalk.of(walk)?.declare(encoding: String(cString: encoding))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { walk, _, _, _, _ in
            unsafe JUnitWalk.of(walk)?.stop("a document type is not read")
        }
        unsafe XML_SetElementHandler(
            parser,
            { walk, name, attributes in
                guard let name = unsafe name else { return }
                var values: [String: String] = [:]
                var index = 0
                while let key = unsafe attributes?[index], let value = unsafe attributes?[index + 1]
                {
                    let (name, text) = unsafe (String(cString: key), String(cString: value))
                    values[name] = text
                    index += 2
                }
                unsafe JUnitWalk.of(walk)?.start(String(cString: name), values)
            },
            { walk, _ in unsafe JUnitWalk.of(walk)?.end() })
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe XML_Parse(parser, text.baseAddress, Int32(text.count), 1)
            }
        }
        guard status == XML_STATUS_OK else {
            let line = unsafe XML_GetCurrentLineNumber(parser)
            let cause =
                unsafe walk.refusal
                ?? XML_ErrorString(XML_GetErrorCode(parser)).map { unsafe String(cString: $0) }
            throw CommandFailure(file: path, "line \(line): \(cause ?? "no XML")")
        }
        parts = walk.parts(of: bytes)
        tally = walk.tally
        codes = walk.codes
        time = walk.time
    }

    /// Returns one JUnit report that contains the suites and cases of several files.
    static func joined(_ files: [JUnitFile]) -> [UInt8] {
        let total = files.reduce(into: JUnitTally()) { $0.add($1.tally) }
        let microseconds = (files.reduce(0) { $0 + $1.time } * 1e6).rounded()
        let time = max(0, Int64(exactly: microseconds) ?? 0)
        let fraction = String(time % 1_000_000)
        var bytes = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="playctl" tests="\(total.tests)" failures="\(total.failures)" \
            errors="\(total.errors)" \
            time="\(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)">

            """.utf8)
        for part in files.flatMap(\.parts) {
            bytes.append(contentsOf: "  ".utf8)
            // A case outside of suites is wrapped in a suite of its own, because a report is a list
            // of suites.
            if !part.isSuite { bytes.append(contentsOf: "<testsuite>".utf8) }
            bytes.append(contentsOf: part.text)
            if !part.isSuite { bytes.append(contentsOf: "</testsuite>".utf8) }
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(contentsOf: "</testsuites>\n".utf8)
        return bytes
    }
}

/// A part to copy from a JUnit report: an outermost suite, or a case outside of suites.
struct JUnitPart {
    /// Whether the part is a suite.
    let isSuite: Bool
    /// The text of the element, with the namespaces that it inherits.
    let text: [UInt8]
}

/// The state while Expat parses a file.
@safe
private final class JUnitWalk {
    /// A suite or case to copy: the place of its bytes in the file, and its namespaces.
    private struct Place {
        let isSuite: Bool
        let start: Int
        /// The length of the element's name in bytes, including its prefix.
        let nameLength: Int
        /// The inherited declarations of namespaces, as attributes.
        let declarations: String
        var end = 0
    }

    /// The maximum nesting depth of elements.
    private static let mostLevels = 1000
    /// The maximum number of namespaces in effect at an element outside of suites and cases.
    private static let mostNamespaces = 256
    /// The maximum total length in bytes of the declarations added to copied suites and cases.
    private static let mostDeclarations = 16 << 20

    private let byteCount: Int
    fileprivate var parser: XML_Parser?
    private var depth = 0
    /// The depth of the suite or case that is being copied; `nil` outside of such an element.
    private var partDepth: Int?
    private var places: [Place] = []
    /// The namespaces declared at each open element outside of copied suites and cases.
    private var namespaces: [[String: String]] = [[:]]
    /// The numbers of test cases, failures and errors in the file.
    private(set) var tally = JUnitTally()
    /// The open suites and lists of suites.
    ///
    /// Each has the numbers that it states, and the numbers that were counted in it so far.
    private var suites: [(depth: Int, stated: JUnitTally, content: JUnitTally)] = []
    /// The length in bytes of the declarations that were added to copied suites and cases.
    private var declarationCount = 0
    private(set) var codes: Set<String> = []
    private(set) var time = 0.0
    private(set) var refusal: String?

    init(_ bytes: [UInt8]) { byteCount = bytes.count }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> JUnitWalk? {
        unsafe pointer.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    func stop(_ reason: String) {
        guard refusal == nil else { return }
        refusal = reason
        _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    func declare(encoding: String) {
        if !["utf-8", "us-ascii"].contains(encoding.lowercased()) {
            stop("the encoding is \(encoding) and not UTF-8")
        }
    }

    func start(_ fullName: String, _ attributes: [String: String]) {
        let name = fullName.split(separator: ":").last.map(String.init) ?? fullName
        // After a refusal, Expat may still report elements before it stops.
        guard refusal == nil else { return }
        guard depth < Self.mostLevels else { return stop("its elements nest too deep") }
        if ["testsuite", "testsuites"].contains(name) {
            do throws(JUnitTally.InvalidNumber) {
                let stated = try JUnitTally(of: attributes, in: name)
                suites.append((depth, stated, JUnitTally()))
            } catch {
                return stop("\(error)")
            }
        } else if !suites.isEmpty {
            suites[suites.count - 1].content.count(name)
        }
        if let type = attributes["type"], name == "failure" || name == "error" {
            codes.insert(type)
        }
        if depth == 0, !["testsuites", "testsuite"].contains(name) {
            stop("'\(name)' is not a JUnit report")
        }
        if partDepth == nil { begin(name, fullName, attributes) }
        depth += 1
    }

    /// Processes the start of an element that is not inside a copied suite or case.
    ///
    /// The element itself may be a suite or case to copy.
    private func begin(_ name: String, _ fullName: String, _ attributes: [String: String]) {
        let inherited = namespaces.last ?? [:]
        let own = attributes.filter { $0.key == "xmlns" || $0.key.hasPrefix("xmlns:") }
        guard name == "testsuite" || name == "testcase" else {
            let all = own.isEmpty ? inherited : inherited.merging(own) { _, new in new }
            if all.count > Self.mostNamespaces { stop("it has too many namespaces") }
            namespaces.append(all)
            return
        }
        let declarations = inherited.filter { own[$0.key] == nil }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
        declarationCount += declarations.utf8.count
        if declarationCount > Self.mostDeclarations { stop("its namespaces are too large") }
        partDepth = depth
        places.append(
            Place(
                isSuite: name == "testsuite", start: unsafe Int(XML_GetCurrentByteIndex(parser)),
                nameLength: fullName.utf8.count,
                declarations: declarations))
        guard name == "testsuite" else { return }
        if let seconds = attributes["time"].flatMap(Double.init), seconds.isFinite {
            time += seconds
        }
    }

    func end() {
        guard refusal == nil else { return }
        depth -= 1
        if let last = suites.last, last.depth == depth {
            suites.removeLast()
            let total = last.content.joined(with: last.stated)
            if suites.isEmpty {
                tally.add(total)
            } else {
                suites[suites.count - 1].content.add(total)
            }
        }
        guard let partDepth else {
            namespaces.removeLast()
            return
        }
        guard depth == partDepth else { return }
        self.partDepth = nil
        places[places.count - 1].end =
            unsafe Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
    }

    /// Returns the suites and cases to copy, with the namespace declarations that they inherit.
    func parts(of bytes: [UInt8]) -> [JUnitPart] {
        places.compactMap { place in
            // If the file is not encoded in UTF-8, Expat's offsets do not refer to the bytes of the
            // file. A part whose offsets are impossible is left out.
            let nameEnd = place.start + 1 + place.nameLength
            guard place.start >= 0, nameEnd < place.end, place.end <= byteCount else { return nil }
            return JUnitPart(
                isSuite: place.isSuite,
                text: bytes[place.start..<nameEnd] + Array(place.declarations.utf8)
                    + bytes[nameEnd..<place.end])
        }
    }

    private static func escaped(_ text: String) -> String {
        // Unicode scalars are replaced instead of characters, because a combining mark after `&`
        // would form another character with it.
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
