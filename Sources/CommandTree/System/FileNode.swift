/// The device and inode numbers of a file or folder, which are the same under every path to it.
package struct FileNode: Hashable {
    /// The number of the device that contains the file.
    let device: UInt64
    /// The number of the file on its device.
    let number: UInt64
}
