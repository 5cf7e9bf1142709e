import CExpat

/// A JUnit report from any tool: its unchanged suites, and the counts of its elements.
///
/// Expat checks that the file is well-formed and locates the suites, whose bytes are not changed. A
/// file with a document type is refused, since its entities would be lost.
struct JUnitFile {
    /// The suites, each as the text of its element.
    private(set) var suites: [ArraySlice<UInt8>] = []
    /// The number of counted elements of each kind.
    private(set) var counts: [String: Int] = [:]
    /// The codes of the checks that failed.
    private(set) var codes: Set<String> = []
    /// The total duration of all suites, in seconds.
    private(set) var time = 0.0

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - path: The path, for errors.
    /// - Throws: ``CommandFailure`` with the line of a mistake.
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
                var time: String?
                var type: String?
                var index = 0
                while let key = unsafe attributes?[index], let value = unsafe attributes?[index + 1]
                {
                    if unsafe String(cString: key) == "time" {
                        time = unsafe String(cString: value)
                    }
                    if unsafe String(cString: key) == "type" {
                        type = unsafe String(cString: value)
                    }
                    index += 2
                }
                unsafe JUnitWalk.of(walk)?.start(
                    String(cString: name), time: time, type: type)
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
        suites = walk.suites.map { bytes[$0] }
        counts = walk.counts
        codes = walk.codes
        time = walk.time
    }

    /// Joins files into one.
    static func joined(_ files: [JUnitFile]) -> [UInt8] {
        func sum(_ element: String) -> Int {
            files.reduce(0) { $0 + $1.counts[element, default: 0] }
        }
        let microseconds = (files.reduce(0) { $0 + $1.time } * 1e6).rounded()
        let time = max(0, Int64(exactly: microseconds) ?? 0)
        let fraction = String(time % 1_000_000)
        var bytes = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="playctl" tests="\(sum("testcase"))" failures="\(sum("failure"))" \
            errors="\(sum("error"))" \
            time="\(time / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)">

            """.utf8)
        for suite in files.flatMap(\.suites) {
            bytes.append(contentsOf: "  ".utf8)
            bytes.append(contentsOf: suite)
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(contentsOf: "</testsuites>\n".utf8)
        return bytes
    }
}

/// The state while Expat parses a file.
@safe
private final class JUnitWalk {
    private let byteCount: Int
    fileprivate var parser: XML_Parser?
    private var depth = 0
    private var root = ""
    private var start: Int?
    private(set) var suites: [Range<Int>] = []
    private(set) var counts: [String: Int] = [:]
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

    func start(_ name: String, time: String?, type: String?) {
        if let type, name == "failure" || name == "error" { codes.insert(type) }
        if depth == 0 {
            root = name
            if !["testsuites", "testsuite"].contains(name) {
                stop("'\(name)' is not a JUnit report")
            }
        }
        if depth == suiteDepth, name == "testsuite" {
            start = unsafe Int(XML_GetCurrentByteIndex(parser))
            if let seconds = time.flatMap(Double.init), seconds.isFinite { self.time += seconds }
        }
        if start != nil, ["testcase", "failure", "error"].contains(name) {
            counts[name, default: 0] += 1
        }
        depth += 1
    }

    func end() {
        depth -= 1
        guard depth == suiteDepth, let start else { return }
        let end = unsafe Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
        self.start = nil
        // Expat's offsets are offsets in the file only if the file is encoded in UTF-8.
        if start >= 0, start < end, end <= byteCount { suites.append(start..<end) }
    }

    private var suiteDepth: Int { root == "testsuites" ? 1 : 0 }
}
