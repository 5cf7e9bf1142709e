/// The position of a movie fragment in a file that is read piece by piece.
struct FileWindow {
    /// The position of the fragment's first byte in the file.
    let offset: Int64
    /// The number of bytes of the file from that position on.
    let count: Int
}
