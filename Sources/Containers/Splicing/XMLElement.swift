import CExpat

/// An element of a small XML document, with its contents.
///
/// The prefixes of names are removed, because splice documents use several namespaces and
/// undeclared prefixes.
@safe
struct XMLElement: Equatable, Sendable {
    let name: String
    /// The position of the element in the document.
    let offset: Int
    fileprivate(set) var attributes: [String: String] = [:]
    fileprivate(set) var children: [XMLElement] = []
    /// The characters of the element itself, without the text of its children.
    fileprivate(set) var text = ""

    /// The maximum size of a document in bytes: enough for the longest form of a 4096-byte section.
    fileprivate static let mostBytes = 1 << 16
    fileprivate static let mostElements = 1024
    fileprivate static let mostLevels = 16

    fileprivate init(name: String, offset: Int) {
        self.name = name
        self.offset = offset
    }

    /// Parses a document.
    ///
    /// A document type declaration is refused, because entities could expand a small document to
    /// any size.
    ///
    /// - Parameter bytes: The document, which ends at the first zero byte, if there is one.
    /// - Throws: `SpliceError` when it is malformed or too large.
    init(document bytes: [UInt8]) throws(SpliceError) {
        let bytes = bytes.firstIndex(of: 0).map { Array(bytes[..<$0]) } ?? bytes
        guard bytes.count <= Self.mostBytes, let walk = XMLWalk() else {
            throw SpliceError(.notXML("it is too large"))
        }
        unsafe XML_SetElementHandler(
            walk.parser,
            { walk, name, attributes in
                guard let name = unsafe name else { return }
                var read: [String: String] = [:]
                var index = 0
                while let key = unsafe attributes?[index], let value = unsafe attributes?[index + 1]
                {
                    read[XMLWalk.local(unsafe String(cString: key))] = unsafe String(cString: value)
                    index += 2
                }
                unsafe XMLWalk.of(walk)?.start(String(cString: name), read)
            },
            { walk, _ in unsafe XMLWalk.of(walk)?.end() })
        unsafe XML_SetCharacterDataHandler(walk.parser) { walk, characters, count in
            guard let characters = unsafe characters, count > 0 else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: Int(count))
            unsafe XMLWalk.of(walk)?.add(String(decoding: bytes, as: UTF8.self))
        }
        guard walk.parse(bytes) == XML_STATUS_OK, let root = walk.root else {
            let cause =
                unsafe walk.refusal
                ?? XML_ErrorString(walk.error).map { unsafe String(cString: $0) }
            throw SpliceError(.notXML(cause ?? "it has no element"), offset: walk.offset)
        }
        self = root
    }

    /// The first child with a name.
    subscript(child name: String) -> XMLElement? {
        children.first { $0.name == name }
    }

    /// Returns whether a well-formed element is at the start of a document of any size.
    ///
    /// White space before the document and all bytes after its root element are ignored. The result
    /// is also `true` for white space without a document, and for a document that is not read: one
    /// with a document type, or with an encoding that is unknown or is not the stated one.
    static func isComplete(in document: [UInt8]) -> Bool {
        let bytes = Array(document.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
        guard !bytes.isEmpty, bytes.count <= Int(Int32.max), let walk = XMLWalk() else {
            return true
        }
        unsafe XML_SetElementHandler(
            walk.parser,
            { walk, _, _ in unsafe XMLWalk.of(walk)?.depth += 1 },
            { walk, _ in
                guard let walk = unsafe XMLWalk.of(walk) else { return }
                walk.depth -= 1
                if walk.depth == 0 { walk.stop("the root element ends") }
            })
        _ = walk.parse(bytes)
        let error = walk.error
        return walk.refusal != nil || error == XML_ERROR_UNKNOWN_ENCODING
            || error == XML_ERROR_INCORRECT_ENCODING
    }
}

/// A parser of Expat with its state while it parses a document.
///
/// The corresponding C functions are `XML_ParserCreate`, `XML_Parse` and `XML_ParserFree`.
@safe
private final class XMLWalk {
    fileprivate let parser: XML_Parser
    private var open: [XMLElement] = []
    private var count = 0
    /// The number of elements that have started and not ended, if only they are counted.
    fileprivate var depth = 0
    private(set) var root: XMLElement?
    private(set) var refusal: String?

    /// Creates a parser that stops at a document type; `nil` if there is no memory for it.
    init?() {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = unsafe parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetStartDoctypeDeclHandler(parser) { walk, _, _, _, _ in
            unsafe XMLWalk.of(walk)?.stop("a document type is not read")
        }
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// The error that stopped the parser.
    var error: XML_Error { unsafe XML_GetErrorCode(parser) }
    /// The position of the parser in the document.
    var offset: Int { unsafe max(0, Int(XML_GetCurrentByteIndex(parser))) }

    /// Parses a whole document of at most `Int32.max` bytes with the handlers that are set.
    func parse(_ document: [UInt8]) -> XML_Status {
        unsafe document.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe XML_Parse(parser, text.baseAddress, Int32(text.count), 1)
            }
        }
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLWalk? {
        unsafe pointer.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns a name without its namespace prefix.
    static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    func stop(_ reason: String) {
        guard refusal == nil else { return }
        refusal = reason
        _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    func start(_ name: String, _ attributes: [String: String]) {
        // Calls from the parser after it was stopped are ignored.
        guard refusal == nil else { return }
        count += 1
        guard count <= XMLElement.mostElements, open.count < XMLElement.mostLevels else {
            return stop("it has too many elements")
        }
        var element = XMLElement(name: Self.local(name), offset: offset)
        element.attributes = attributes
        open.append(element)
    }

    func end() {
        guard refusal == nil, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func add(_ text: String) {
        guard refusal == nil, !open.isEmpty else { return }
        open[open.count - 1].text += text
    }
}
