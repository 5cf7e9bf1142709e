import CFFmpeg

/// The only source of bytes for libavformat, with a custom `AVIOContext`.
///
/// The corresponding C functions are `avio_alloc_context` and `avio_context_free`. The
/// initialization section and the media after it form one input.
@safe
final class ByteSource {
    /// The size of the buffer: large enough that calls cost little, and small enough for the cache.
    private static let bufferSize: Int32 = 1 << 17

    let context: UnsafeMutablePointer<AVIOContext>

    /// The failure of the input, kept here because libavformat returns only an error number.
    private(set) var failure: ContainerInputError?

    private let prefix: [UInt8]
    private let media: any ContainerInput
    private let mediaStart: Int64
    private let size: Int64?
    private var position: Int64 = 0

    /// The scan of the bytes that libavformat reads; `nil` when there is none.
    var scan: (any ByteScan)?

    /// The position in the media up to which libavformat has read.
    private(set) var mediaBytesRead: Int64 = 0

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - prefix: The initialization section.
    ///   - media: The media after the initialization section.
    ///   - mediaStart: The number of omitted bytes at the start of the media.
    ///   - isSequential: Whether the bytes are read in their order, without going back.
    init(
        prefix: [UInt8], media: any ContainerInput, from mediaStart: Int64, isSequential: Bool
    ) {
        self.prefix = prefix
        self.media = media
        self.mediaStart = mediaStart
        size = media.byteCount.map { max(0, $0 - mediaStart) + Int64(prefix.count) }
        guard
            let buffer = unsafe av_malloc(Int(Self.bufferSize)),
            let context = unsafe avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0, nil,
                { opaque, target, count in
                    unsafe ByteSource.of(opaque).read(target, Int(count))
                },
                nil,
                { opaque, offset, whence in
                    unsafe ByteSource.of(opaque).seek(offset, whence)
                })
        else { fatalError("out of memory") }
        unsafe self.context = context
        unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        unsafe context.pointee.seekable =
            size == nil || isSequential ? 0 : Int32(AVIO_SEEKABLE_NORMAL)
    }

    deinit {
        unsafe av_free(context.pointee.buffer)
        var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
        unsafe avio_context_free(&context)
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> ByteSource {
        guard let opaque = unsafe opaque else { fatalError("a context without its source") }
        return unsafe Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue()
    }

    private func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
        guard let target = unsafe target, count > 0 else { return shim_AVERROR_EINVAL }
        if position < Int64(prefix.count) {
            let start = Int(position)
            let part = min(count, prefix.count - start)
            unsafe prefix.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                unsafe target.update(from: base + start, count: part)
            }
            position += Int64(part)
            return Int32(part)
        }
        let offset = position - Int64(prefix.count) + mediaStart
        var span = unsafe MutableRawSpan(_unsafeStart: target, byteCount: count)
        do throws(ContainerInputError) {
            let part = min(try media.read(at: offset, into: &span), count)
            guard part > 0 else { return shim_AVERROR_EOF }
            position += Int64(part)
            mediaBytesRead = max(mediaBytesRead, position - Int64(prefix.count))
            let bytes = unsafe Span(_unsafeStart: UnsafePointer(target), count: part)
            show(bytes, at: offset)
            return Int32(part)
        } catch {
            failure = error
            return shim_AVERROR_EIO
        }
    }

    /// Passes bytes to the scan, without the bytes that the scan has already received.
    private func show(_ bytes: Span<UInt8>, at offset: Int64) {
        guard let position = scan?.position, offset <= position,
            position < offset + Int64(bytes.count)
        else { return }
        scan?.take(bytes.extracting(Int(position - offset)..<bytes.count))
    }

    /// Finishes the scan, after passing it the bytes that libavformat did not read.
    ///
    /// - Returns: The scan; `nil` when there is none.
    /// - Throws: `ContainerInputError` when the bytes cannot be read.
    func finishScan() throws(ContainerInputError) -> (any ByteScan)? {
        guard var scan else { return nil }
        self.scan = nil
        while true {
            let bytes = try media.bytes(at: scan.position, count: Int(Self.bufferSize))
            if bytes.isEmpty { break }
            scan.take(bytes.span)
        }
        scan.finish()
        return scan
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return size ?? Int64(shim_AVERROR_EINVAL) }
        let base: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        case SEEK_END:
            guard let size else { return Int64(shim_AVERROR_EINVAL) }
            base = size
        default: return Int64(shim_AVERROR_EINVAL)
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return Int64(shim_AVERROR_EINVAL) }
        position = target
        return target
    }
}
