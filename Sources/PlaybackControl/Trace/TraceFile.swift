/// The format of a file with trace lines.
package enum TraceFile {
    /// The first line of a file: its type, and the version of the trace format.
    package static let header = "# playctl trace 1"
    /// The start of the first line in every version of the format.
    package static let headerStart = "# playctl trace "
}
