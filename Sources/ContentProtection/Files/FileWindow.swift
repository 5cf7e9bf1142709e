/// The position of a movie fragment in a file, and the number of bytes after that position.
struct FileWindow {
    /// The position of the fragment's first byte in the file.
    let offset: Int64
    /// The number of bytes from `offset` to the end of the file.
    let count: Int
}
