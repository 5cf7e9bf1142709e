public import Formats

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Random access to the bytes of a container.
///
/// Demuxing happens on worker threads, so an input is `Sendable`; one demuxer at a time reads it.
package protocol ContainerInput: Sendable {
    /// The size of the input in bytes; `nil` when it is unknown before the end has been read.
    var byteCount: Int64? { get }

    /// Whether all bytes are in memory, so that reading them cannot fail.
    var isInMemory: Bool { get }

    /// Reads bytes at an offset into a buffer.
    ///
    /// - Parameters:
    ///   - offset: The position of the first byte to read; never negative.
    ///   - buffer: The destination, filled from its start.
    /// - Returns: The number of bytes read, which may be smaller than the size of the buffer. Zero
    ///   means that the input has ended.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int
}

/// The reason why the bytes of a container could not be read.
public struct ContainerInputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error that the source of the bytes threw.
    public let cause: UnderlyingError

    /// The offset at which reading failed.
    public let offset: Int64

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - cause: The error that the source of the bytes threw.
    ///   - offset: The offset at which reading failed.
    public init(_ cause: any Error, offset: Int64) {
        self.cause = UnderlyingError(cause)
        self.offset = offset
    }

    /// The cause and the offset on one line.
    public var description: String { "\(cause) at byte \(offset)" }
}

/// The bytes of a container that are in memory.
package struct MemoryInput: ContainerInput {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var byteCount: Int64? { Int64(bytes.count) }
    package var isInMemory: Bool { true }

    package func read(
        at offset: Int64, into buffer: inout MutableRawSpan
    ) throws(ContainerInputError) -> Int {
        guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
        let count = min(buffer.byteCount, bytes.count - Int(offset))
        unsafe buffer.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { source in
                let part = unsafe UnsafeRawBufferPointer(
                    rebasing: source[Int(offset)..<Int(offset) + count])
                unsafe target.copyMemory(from: part)
            }
        }
        return count
    }
}

extension ContainerInput {
    package var isInMemory: Bool { false }

    /// Reads up to a number of bytes at an offset into a new array.
    ///
    /// - Returns: The bytes; fewer than `count` only at the end of the input.
    package func bytes(at offset: Int64, count: Int) throws(ContainerInputError) -> [UInt8] {
        var wanted = count
        if let byteCount { wanted = Int(clamping: min(Int64(count), max(0, byteCount - offset))) }
        var result = [UInt8](repeating: 0, count: wanted)
        var filled = 0
        while filled < wanted {
            var failure: ContainerInputError?
            let part = unsafe result.withUnsafeMutableBytes { storage in
                var span = unsafe MutableRawSpan(
                    _unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: storage[filled...]))
                do throws(ContainerInputError) {
                    return try read(at: offset + Int64(filled), into: &span)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            guard part > 0 else { break }
            filled += min(part, wanted - filled)
        }
        result.removeLast(wanted - filled)
        return result
    }

    /// Reads bytes in order, one window at a time.
    ///
    /// - Parameters:
    ///   - range: The bytes to read.
    ///   - largest: The maximum size of a window in bytes.
    ///   - overlap: The number of bytes at the end of each window that the next window repeats.
    ///   - body: The closure that receives each window with its offset.
    /// - Returns: Whether all bytes could be read.
    func read(
        _ range: Range<Int64>, windowSize largest: Int64 = 1 << 17, overlap: Int64 = 0,
        _ body: (Span<UInt8>, Int64) -> Void
    ) -> Bool {
        let windowSize = min(largest, range.upperBound - range.lowerBound)
        var window = [UInt8](repeating: 0, count: Int(windowSize))
        var offset = range.lowerBound
        while offset < range.upperBound {
            let part = min(windowSize, range.upperBound - offset)
            let count = unsafe window.withUnsafeMutableBytes { storage in
                var span = unsafe MutableRawSpan(
                    _unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: storage[..<Int(part)]))
                return (try? read(at: offset, into: &span)) ?? 0
            }
            guard count > 0 else { return false }
            body(window.span.extracting(0..<min(count, Int(part))), offset)
            let end = offset + Int64(min(count, Int(part)))
            offset = end < range.upperBound ? max(offset + 1, end - overlap) : end
        }
        return true
    }
}

extension Span<UInt8> {
    /// Returns the index of the first occurrence of a byte, found by the C function `memchr`.
    ///
    /// - Parameters:
    ///   - byte: The byte to find.
    ///   - range: The indices to search. The function traps unless all of them are in the span.
    /// - Returns: The index of the first such byte; `nil` when there is none.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        unsafe extracting(range).bytes.withUnsafeBytes { storage in
            guard let base = storage.baseAddress,
                let place = unsafe memchr(base, Int32(byte), storage.count)
            else { return nil }
            return unsafe range.lowerBound + (UnsafeRawPointer(place) - base)
        }
    }
}
