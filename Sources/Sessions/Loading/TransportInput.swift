package import Containers
package import Transport

/// Gives a demuxer access to the body of a response, or to a resource loaded on demand.
package struct TransportInput: ContainerInput {
    private enum Bytes: Sendable {
        case body(ResourceBody)
        case resource(RangedResource)
        case clear(ClearFile)
    }

    private let bytes: Bytes

    /// Creates the input for a response body.
    package init(body: ResourceBody) {
        bytes = .body(body)
    }

    /// Creates the input for a resource that is loaded on demand.
    package init(resource: RangedResource) {
        bytes = .resource(resource)
    }

    /// Creates the input for a file that is decrypted while it is read.
    init(clear: ClearFile) {
        bytes = .clear(clear)
    }

    package var byteCount: Int64? {
        switch bytes {
        case .body(let body): body.byteCount
        case .resource(let resource): resource.byteCount
        case .clear(let file): file.input.byteCount
        }
    }

    package var isInMemory: Bool {
        switch bytes {
        case .body(let body): body.isInMemory
        case .resource, .clear: false
        }
    }

    package func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        do throws(TransportError) {
            switch bytes {
            case .body(let body): return try body.read(at: offset, into: &buffer)
            case .resource(let resource): return try resource.read(at: offset, into: &buffer)
            case .clear: break
            }
        } catch {
            throw ContainerInputError(error, offset: offset)
        }
        guard case .clear(let file) = bytes else { return 0 }
        return try file.input.read(at: offset, into: &buffer)
    }
}
