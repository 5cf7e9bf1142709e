import Scenarios
import Testing

@Suite struct YAMLNodeTests {
    private func node(_ text: String, limits: YAMLLimits = YAMLLimits()) throws(YAMLError)
        -> YAMLNode
    {
        try YAMLNode(yaml: Array(text.utf8), limits: limits)
    }

    private func error(_ text: String, limits: YAMLLimits = YAMLLimits()) -> YAMLError? {
        do throws(YAMLError) {
            _ = try node(text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `every value has its line and column`() throws {
        let root = try node("a: 1\nlist:\n  - x\n  - {b: 'two'}\n")
        #expect(root.place == YAMLPlace(line: 1, column: 1))
        let list = try #require(root["list"]?.elements)
        #expect(list[0].place == YAMLPlace(line: 3, column: 5))
        #expect(list[0].content == .scalar("x", .plain))
        #expect(list[1]["b"]?.content == .scalar("two", .quoted))
        #expect(list[1]["b"]?.place == YAMLPlace(line: 4, column: 9))
    }

    @Test(arguments: ["no", "off", "1", "2001-01-01", "0o17", "1_000", "true", "0x1F"])
    func `a plain scalar keeps its text, even if it looks like a number or a Boolean`(word: String)
        throws
    {
        #expect(try node("- \(word)\n").elements?.first?.content == .scalar(word, .plain))
    }

    @Test func `JSON is read as YAML`() throws {
        let root = try node("{\"a\": [1, true, null, \"x\\u00e9\\/\\n\"],\n\t\"b\": {}}")
        let list = try #require(root["a"]?.elements)
        #expect(list.count == 4)
        #expect(list[2].isNull)
        #expect(list[3].content == .scalar("x\u{E9}/\n", .quoted))
        #expect(root["b"]?.content == .mapping([]))
    }

    @Test func `a byte order mark and a version of YAML are skipped`() throws {
        #expect(try node("\u{FEFF}a: b\n")["a"]?.content == .scalar("b", .plain))
        #expect(try node("%YAML 1.2\n---\na: b\n...\n")["a"]?.content == .scalar("b", .plain))
    }

    @Test(arguments: [
        ("a: &x 1\n", YAMLError.Reason.refused(.anchor), 1, 4),
        ("a: 1\nb: *x\n", .refused(.alias), 2, 4),
        ("*x : 1\n", .refused(.alias), 1, 1),
        ("a: !!str 1\n", .refused(.tag), 1, 4),
        ("- !mine\n", .refused(.tag), 1, 3),
        ("%TAG ! tag:example.com,2000:\n---\na: 1\n", .refused(.tagDirective), 1, 1),
        ("a: 1\n---\nb: 2\n", .refused(.document), 2, 1),
        ("a: 1\nb: 2\na: 3\n", .duplicateKey("a", firstLine: 1), 3, 1),
        ("{a: 1, 'a': 2}", .duplicateKey("a", firstLine: 1), 1, 8),
        ("? [a]\n: 1\n", .keyIsNoText, 1, 3),
        ("", .empty, 1, 1), ("# nothing\n", .empty, 2, 1),
    ])
    func `ambiguous features of YAML are refused with their position`(
        text: String, reason: YAMLError.Reason, line: Int, column: Int
    ) {
        #expect(error(text) == YAMLError(reason, at: YAMLPlace(line: line, column: column)))
    }

    @Test(arguments: ["a: [1\n", "a: b: c\n", "\"a\n", "%YAML 3.0\n---\na\n", "a:\n\t- b\n", "}"])
    func `invalid YAML is reported with its line`(text: String) throws {
        let error = try #require(self.error(text))
        guard case .malformed(let problem) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(!problem.isEmpty)
        #expect(error.place.line >= 1)
    }

    @Test(arguments: ["a: [1", "a: 'b", "x\ny: 1\nz# [", "a\r\nb: ["])
    func `unfinished YAML is reported at a line within the text`(text: String) throws {
        let place = try #require(self.error(text)).place
        #expect(place.line <= text.split(whereSeparator: \.isNewline).count)
    }

    @Test(
        arguments: [[0x61, 0xFF], [0xFF, 0xFE, 0x61, 0x00], [0x61, 0x00], [0xC3]] as [[UInt8]])
    func `only UTF-8 is read`(bytes: [UInt8]) {
        #expect(throws: YAMLError.self) { try YAMLNode(yaml: bytes) }
    }

    @Test func `size, depth and number of values are bounded`() {
        var limits = YAMLLimits()
        limits.byteCount = 4
        #expect(error("a: 1\n", limits: limits)?.reason == .tooLarge(limit: 4))
        #expect(error("a: 1", limits: limits) == nil)
        limits = YAMLLimits()
        limits.nodeCount = 3
        #expect(error("[1, 2]", limits: limits) == nil)
        #expect(error("[1, 2, 3]", limits: limits)?.reason == .tooMany(limit: 3))
        let deep = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
        #expect(error(deep) == nil)
        #expect(error("[\(deep)]")?.reason == .tooDeep(limit: 64))
        #expect(error(String(repeating: "[", count: 100_000)) != nil)
    }
}
