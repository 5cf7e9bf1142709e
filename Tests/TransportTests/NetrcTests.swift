import Testing
import Transport

/// Netrc files are read as curl reads them, and no error contains a value of the file.
@Suite struct NetrcTests {
    private static func entries(_ text: String) throws -> [NetrcEntry] {
        try Netrc(Array(text.utf8)).entries
    }

    @Test(arguments: [
        "machine h login u password p",
        "# comment\nmachine h\n\tlogin u\n\tpassword p\n",
        "machine h login u account x password p",
        "machine h login \"u\" password \"p\"",
        "macdef init\ncd /\n\nmachine h login u password p",
    ])
    func `a machine entry is read with its login and password`(text: String) throws {
        #expect(
            try Self.entries(text) == [NetrcEntry(machine: "h", login: "u", password: "p")])
    }

    @Test func `a default entry is read after the machine entries`() throws {
        let entries = try Self.entries(
            "machine h login u password p\ndefault login \"a b\" password #\\q\n")
        #expect(entries.map(\.machine) == ["h", nil])
        #expect(entries.last == NetrcEntry(machine: nil, login: "a b", password: "#\\q"))
    }

    @Test(arguments: [
        ("login u", 1), ("machine", 1), ("\nmachine h login", 2), ("\n\nhidden x", 3),
        ("machine h password \"hidden", 1), ("machine h password \"hidden\n\"", 1),
    ])
    func `a malformed file fails at its line without a value`(text: String, line: Int) throws {
        let problem = #expect(throws: Netrc.Problem.self) { try Self.entries(text) }
        #expect(problem?.line == line)
        #expect(!"\(String(describing: problem))".contains("hidden"))
    }
}
