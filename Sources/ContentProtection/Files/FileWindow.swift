/// Where a movie fragment is within a file that is read piece by piece.
struct FileWindow {
    /// Where in the file its first byte is.
    let offset: Int64
    /// How many bytes the file has from there on.
    let count: Int
}
