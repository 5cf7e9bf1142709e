import Containers
import Transport

/// Lets a demuxer read the body of a response.
struct TransportInput: ContainerInput {
    let body: ResourceBody

    var byteCount: Int64? { body.byteCount }

    func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        do {
            return try body.read(at: offset, into: &buffer)
        } catch {
            throw ContainerInputError("\(error)", offset: offset)
        }
    }
}
