extension OutputStream {
    /// Returns this stream, or a stream that discards all output.
    ///
    /// - Parameter isQuiet: Whether to discard all output.
    /// - Returns: The stream to write into.
    package func silenced(_ isQuiet: Bool) -> OutputStream { isQuiet ? OutputStream() : self }
}

extension BoundOption {
    /// Returns the option that silences progress and results.
    ///
    /// Only the exit code then shows the result. Errors and warnings remain.
    package static func quiet(_ property: Property<Bool>) -> BoundOption {
        flag(
            "quiet", letter: "q", property,
            "write only errors and warnings, on standard error; the exit code has the result")
    }
}
