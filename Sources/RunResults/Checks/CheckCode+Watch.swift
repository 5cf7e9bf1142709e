extension CheckCode {
    /// The code of the check that fails when a watch is cut short.
    package static let cutWatch = "watch.length"
}
