/// Numbers of times as files of scenarios say them.
enum MostTimes {
    /// What `2..` ends with; nothing happens so often.
    static let unlimited = 1_000_000_000
}
