import Containers
import Formats

extension ContainerInput {
    /// A hash of all bytes; `nil` if they cannot be read.
    var digest: UInt64? {
        var hash = FNVHash()
        var offset: Int64 = 0
        while true {
            guard let bytes = try? bytes(at: offset, count: 1 << 16) else { return nil }
            if bytes.isEmpty { return hash.value }
            for byte in bytes { hash.add(byte) }
            offset += Int64(bytes.count)
        }
    }
}
