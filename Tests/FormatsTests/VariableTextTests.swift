import Formats
import Testing

/// Environment variables in texts are replaced in one pass; an error names a missing variable.
@Suite struct VariableTextTests {
    private static let values = ["A": "1", "B_2": "${A}", "EMPTY": ""]

    @Test(arguments: [
        ("plain", "plain"), ("x${A}y", "x1y"), ("${A}${A}", "11"), ("${B_2}", "${A}"),
        ("[${EMPTY}]", "[]"), ("$A ${ ${} ${2} ${a b}", "$A ${ ${} ${2} ${a b}"),
        ("$${A}", "${A}"), ("$", "$"), ("${A", "${A"),
    ])
    func `variables are replaced by their values`(text: String, expected: String) throws {
        #expect(try VariableText.expanded(text) { Self.values[$0] } == expected)
    }

    @Test func `a variable that is not set fails by name`() {
        #expect(throws: VariableText.Unset(name: "NONE")) {
            try VariableText.expanded("secret ${A} ${NONE}") { Self.values[$0] }
        }
    }
}
