import Linting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The page of the documentation agrees with the table of rules.
@Suite struct RulePageTests {
    @Test func `the page has every rule of the table`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let path = "/\(root)/Documentation/Lint.md"
        if unsafe getenv("RECORD_TRACES") != nil, let file = unsafe fopen(path, "w") {
            unsafe fputs(RulePage.text, file)
            unsafe fclose(file)
        }
        guard let file = unsafe fopen(path, "r") else {
            Issue.record("\(path) is missing")
            return
        }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        #expect(
            String(decoding: bytes, as: UTF8.self) == RulePage.text,
            "run the test with RECORD_TRACES=1")
    }
}
