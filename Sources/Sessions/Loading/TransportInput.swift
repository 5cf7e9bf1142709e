package import Containers
package import Transport

/// Lets a demuxer read the body of a response.
package struct TransportInput: ContainerInput {
    private let body: ResourceBody

    /// Reads a body.
    package init(body: ResourceBody) {
        self.body = body
    }

    package var byteCount: Int64? { body.byteCount }
    package var isInMemory: Bool { body.isInMemory }

    package func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        do {
            return try body.read(at: offset, into: &buffer)
        } catch {
            throw ContainerInputError("\(error)", offset: offset)
        }
    }
}
