import Containers

/// The bytes of a part file, for examining the structure of a container.
///
/// The file must not be written to while it is read.
struct PartInput: ContainerInput {
    /// The first bytes of the file, which are in memory.
    let head: [UInt8]
    let file: Descriptor
    let byteCount: Int64?

    func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        if offset < Int64(head.count) {
            return try MemoryInput(head).read(at: offset, into: &buffer)
        }
        var bytes = [UInt8](repeating: 0, count: buffer.byteCount)
        let count: Int
        do throws(StoreError) {
            count = try file.read(at: offset, into: &bytes, atMost: bytes.count)
        } catch {
            throw ContainerInputError(error, offset: offset)
        }
        bytes.removeLast(bytes.count - count)
        return try MemoryInput(bytes).read(at: 0, into: &buffer)
    }
}
