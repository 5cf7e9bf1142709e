import Formats
import HeadlessPlayback
import VirtualTime

/// Converts the text of an argument to a value, and describes the accepted texts.
package struct ArgumentConverter<Value>: Sendable {
    /// The description of a valid text, which follows the word "expected" in error messages.
    package let expectation: String
    /// Whether the text is a secret that messages must not repeat.
    let isSecret: Bool
    /// The valid texts, if only certain texts are valid; empty otherwise.
    package let words: [String]
    /// Whether the text is a path.
    let isPath: Bool
    /// A closure that returns the value, or `nil` for a text that is not as expected.
    package let convert: @Sendable (String) -> Value?

    /// Creates a converter.
    ///
    /// - Parameters:
    ///   - expectation: The description of a valid text, which follows the word "expected" in error
    ///     messages.
    ///   - isSecret: Whether the text is a secret that messages must not repeat.
    ///   - words: The valid texts, if only certain texts are valid; empty otherwise.
    ///   - isPath: Whether the text is a path.
    ///   - convert: Returns the value, or `nil` for a text that is not as expected.
    package init(
        expectation: String, isSecret: Bool = false, words: [String] = [], isPath: Bool = false,
        convert: @escaping @Sendable (String) -> Value?
    ) {
        self.expectation = expectation
        self.isSecret = isSecret
        self.words = words
        self.isPath = isPath
        self.convert = convert
    }
}

extension ArgumentConverter<String> {
    /// The converter for file paths.
    package static let path = ArgumentConverter(expectation: "a path", isPath: true) {
        $0.isEmpty ? nil : $0
    }

    /// The converter for paths of outputs that cannot be standard output.
    package static let outputPath = ArgumentConverter(
        expectation: "a path, not standard output; ./- is a file of that name", isPath: true
    ) { $0 == "-" ? nil : path.convert($0) }

    /// The converter for texts that are not empty.
    package static let text = ArgumentConverter(expectation: "a text") { $0.isEmpty ? nil : $0 }

    /// The converter for language tags.
    package static let language = ArgumentConverter(
        expectation: "a language such as en or pt-BR"
    ) { text in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
        }
        return isTag ? text : nil
    }
}

extension ArgumentConverter<Double> {
    /// The converter for playback rates.
    package static let rate = ArgumentConverter(
        expectation: "a rate from 0.001 to 1000, such as 1.5"
    ) { text in
        let number = text.hasSuffix("x") ? text.dropLast() : text[...]
        return PlainDecimal(number).flatMap { PlaybackRate($0.value) }?.value
    }

    /// The converter for the loss of packets, as a fraction that can be simulated.
    package static let loss = ArgumentConverter(
        expectation: "a fraction from 0 to 0.9, such as 0.01"
    ) { text in
        let highest = Double(NetworkConditions.highestLossPerMillion) / 1_000_000
        return PlainDecimal(text[...]).map(\.value).flatMap { $0 <= highest ? $0 : nil }
    }
}

extension ArgumentConverter<UInt64> {
    /// Returns the converter for integers within bounds.
    package static func integer(_ bounds: ClosedRange<UInt64>) -> ArgumentConverter {
        ArgumentConverter(
            expectation: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        ) { text in
            guard text.utf8.first != UInt8(ascii: "+") else { return nil }
            return UInt64(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension ArgumentConverter<Int> {
    /// Returns the converter for counts within bounds.
    package static func count(_ bounds: ClosedRange<Int>) -> ArgumentConverter {
        ArgumentConverter(
            expectation: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)"
        ) { text in
            guard text.utf8.first != UInt8(ascii: "+") else { return nil }
            return Int(text).flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension ArgumentConverter
where Value: CaseIterable & RawRepresentable<String> & SendableMetatype {
    /// The converter for words that name the cases of an enumeration.
    package static var choice: ArgumentConverter {
        let words = Value.allCases.map(\.rawValue)
        return ArgumentConverter(
            expectation: "one of \(words.joined(separator: ", "))", words: words
        ) { Value(rawValue: $0) }
    }
}

extension ArgumentConverter<Int64> {
    /// The converter for bits per second; `k` stands for thousands and `M` for millions.
    package static let bitrate = ArgumentConverter(
        expectation: "bits a second, such as 800k or 1.5M"
    ) { text in
        let factors: [Character: Int64] = ["k": 1000, "K": 1000, "M": 1_000_000]
        let factor = text.last.flatMap { factors[$0] }
        let number = factor == nil ? text[...] : text.dropLast()
        guard let bits = PlainDecimal(number)?.rounded(times: factor ?? 1) else { return nil }
        return bits > 0 ? bits : nil
    }
}
