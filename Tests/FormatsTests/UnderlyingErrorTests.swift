import Formats
import Testing

@Suite struct UnderlyingErrorTests {
    private struct Comparable: Error, Equatable, CustomStringConvertible {
        var code: Int
        var description: String { "always the same text" }
    }
    private struct Twin: Error, Equatable, CustomStringConvertible {
        var code: Int
        var description: String { "always the same text" }
    }
    private struct Opaque: Error, CustomStringConvertible {
        var description: String
    }

    @Test func `errors of one type are compared with the equality of that type`() {
        #expect(UnderlyingError(Comparable(code: 1)) == UnderlyingError(Comparable(code: 1)))
        #expect(UnderlyingError(Comparable(code: 1)) != UnderlyingError(Comparable(code: 2)))
    }

    @Test func `errors of two types differ in spite of equal texts`() {
        #expect(UnderlyingError(Comparable(code: 1)) != UnderlyingError(Twin(code: 1)))
        #expect(UnderlyingError(Twin(code: 1)) != UnderlyingError(Opaque(description: "1")))
    }

    @Test func `errors that cannot be compared are compared by their descriptions`() {
        let one = UnderlyingError(Opaque(description: "one"))
        #expect(one == UnderlyingError(Opaque(description: "one")))
        #expect(one != UnderlyingError(Opaque(description: "two")))
    }

    @Test func `equal underlying errors are one element of a set`() {
        let errors = [Comparable(code: 1), Comparable(code: 1), Comparable(code: 2)]
        #expect(Set(errors.map { UnderlyingError($0) }).count == 2)
    }

    @Test func `an underlying error is not wrapped twice, and keeps its text`() {
        let nested = UnderlyingError(UnderlyingError(Comparable(code: 7)))
        #expect(nested.error as? Comparable == Comparable(code: 7))
        #expect("\(nested)" == "always the same text")
    }
}
