import Formats

/// The numbers of test cases, failures and errors in a part of a JUnit report.
///
/// The numbers are either counted from the elements or stated by attributes. Some tools state the
/// number of failures in a suite without writing an element for each failure.
struct JUnitTally: Equatable {
    /// The number of test cases.
    private(set) var tests = 0
    /// The number of failures.
    private(set) var failures = 0
    /// The number of errors.
    private(set) var errors = 0

    /// Creates a tally in which all numbers are zero.
    init() {}

    /// A stated number that is not a count; its description states the problem.
    struct InvalidNumber: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads the numbers that an element states; a number that is missing is zero.
    ///
    /// Blanks around a number are permitted.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the element.
    ///   - name: The name of the element, without a prefix. The number of tests that a list of
    ///     suites states is ignored, because some tools also count other kinds of elements.
    /// - Throws: ``InvalidNumber`` when a number is not a whole number, is negative, or is too
    ///   large for an `Int`.
    init(of attributes: [String: String], in name: String) throws(InvalidNumber) {
        func number(_ key: String) throws(InvalidNumber) -> Int {
            guard let text = attributes[key] else { return 0 }
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count == 1, let number = Int(words[0]), number >= 0 else {
                throw InvalidNumber(
                    description: "\(key)=\"\(SafeText.quoted(text))\" of '\(name)' is not a count")
            }
            return number
        }
        tests = name == "testsuite" ? try number("tests") : 0
        failures = try number("failures")
        errors = try number("errors")
    }

    /// Counts an element if it is a case, a failure or an error.
    mutating func count(_ name: String) {
        switch name {
        case "testcase": tests = Self.sum(tests, 1)
        case "failure": failures = Self.sum(failures, 1)
        case "error": errors = Self.sum(errors, 1)
        default: break
        }
    }

    /// Adds the numbers of another part of the report.
    mutating func add(_ other: JUnitTally) {
        tests = Self.sum(tests, other.tests)
        failures = Self.sum(failures, other.failures)
        errors = Self.sum(errors, other.errors)
    }

    /// Compares two tallies of one part of a report, and returns a tally with the larger numbers.
    func joined(with other: JUnitTally) -> JUnitTally {
        var joined = self
        joined.tests = max(tests, other.tests)
        joined.failures = max(failures, other.failures)
        joined.errors = max(errors, other.errors)
        return joined
    }

    /// Returns the sum of two numbers, or the largest `Int` if the sum is not representable.
    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
