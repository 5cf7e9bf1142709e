import Formats
package import HeadlessPlayback

/// The durations of scenarios, from earlier results.
package struct ShardCosts {
    /// The durations in seconds, by the names of scenarios.
    package let seconds: [String: Double]

    /// Reads the results of an earlier run, or a JSON object that maps names to seconds.
    ///
    /// If several results have the same name, the last one applies.
    ///
    /// - Parameter bytes: The JSON text.
    /// - Throws: `JSONError` when the text is malformed.
    package init(json bytes: [UInt8]) throws(JSONError) {
        let value = try JSONReader.read(bytes)
        var seconds: [String: Double] = [:]
        guard let object = value.object else {
            throw JSONError(.unexpected(expected: "an object"))
        }
        if let results = object["results"]?.array {
            for (index, result) in results.enumerated() {
                guard let name = result["name"]?.string else {
                    throw JSONError(.missing, at: "results[\(index)].name")
                }
                if let time = Self.number(result["wallTime"]) { seconds[name] = time }
            }
        } else {
            for (name, value) in object {
                guard let time = Self.number(value) else {
                    throw JSONError(.unexpected(expected: "a number of seconds"), at: name)
                }
                seconds[name] = time
            }
        }
        self.seconds = seconds
    }

    /// Returns a JSON value as a number; `nil` if it is not a valid duration.
    ///
    /// The value is a number, or a text that contains a number.
    private static func number(_ value: PropertyValue?) -> Double? {
        guard let number = value?.number ?? value?.string.flatMap({ Double($0) }),
            number.isFinite, number >= 0
        else { return nil }
        return number
    }
}
