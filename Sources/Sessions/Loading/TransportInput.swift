package import Containers
package import Transport

/// Lets a demuxer read the body of a response, or a resource that is got as it is read.
package struct TransportInput: ContainerInput {
    private enum Bytes: Sendable {
        case body(ResourceBody)
        case resource(RangedResource)
    }

    private let bytes: Bytes

    /// Reads a body.
    package init(body: ResourceBody) {
        bytes = .body(body)
    }

    /// Reads a resource.
    package init(resource: RangedResource) {
        bytes = .resource(resource)
    }

    package var byteCount: Int64? {
        switch bytes {
        case .body(let body): body.byteCount
        case .resource(let resource): resource.byteCount
        }
    }

    package var isInMemory: Bool {
        switch bytes {
        case .body(let body): body.isInMemory
        case .resource: false
        }
    }

    package func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        do throws(TransportError) {
            switch bytes {
            case .body(let body): return try body.read(at: offset, into: &buffer)
            case .resource(let resource): return try resource.read(at: offset, into: &buffer)
            }
        } catch {
            throw ContainerInputError("\(error)", offset: offset)
        }
    }
}
