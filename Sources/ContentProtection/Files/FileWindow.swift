/// The position of a movie fragment in a file that is read piece by piece.
struct FileWindow {
    /// The position of its first byte in the file.
    let offset: Int64
    /// The number of bytes of the file from there on.
    let count: Int
}
