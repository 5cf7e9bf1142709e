/// The format of a file with trace lines.
package enum TraceFile {
    /// The first line of a trace file, which states the file type and the version of the format.
    package static let header = "# playctl trace 1"
    /// The start of the first line in every version of the format.
    package static let headerStart = "# playctl trace "
}
