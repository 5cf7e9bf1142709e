import CFFmpeg

/// A checksum of decoded pictures, to compare two decodings.
///
/// The corresponding C functions are `av_md5_init`, `av_md5_update`, `av_md5_final` and
/// `av_image_get_linesize`.
@safe
struct PictureDigest: ~Copyable {
    /// The result of a decoding.
    struct Result {
        let bytes: [UInt8]
        /// The number of pictures with reported damage, and of packets that were refused.
        let damageCount: Int
    }

    private let context: OpaquePointer
    /// The number of pictures added.
    private(set) var count = 0
    /// The number of added pictures that the decoder reported as damaged.
    private(set) var damageCount = 0

    init() {
        guard let context = unsafe av_md5_alloc() else { fatalError("out of memory") }
        unsafe self.context = context
        unsafe av_md5_init(context)
    }

    deinit {
        unsafe av_free(UnsafeMutableRawPointer(context))
    }

    /// Adds all samples of a picture.
    mutating func add(_ frame: UnsafeMutablePointer<AVFrame>) {
        let format = unsafe AVPixelFormat(frame.pointee.format)
        guard let description = unsafe av_pix_fmt_desc_get(format) else { return }
        let shift = unsafe Int32(description.pointee.log2_chroma_h)
        let height = unsafe frame.pointee.height
        let planes = unsafe [
            (frame.pointee.data.0, frame.pointee.linesize.0),
            (frame.pointee.data.1, frame.pointee.linesize.1),
            (frame.pointee.data.2, frame.pointee.linesize.2),
        ]
        for unsafe(index, plane) in unsafe planes.enumerated() {
            guard let start = unsafe plane.0 else { continue }
            let width = unsafe av_image_get_linesize(format, frame.pointee.width, Int32(index))
            let stride = unsafe Int(plane.1)
            guard width > 0, abs(stride) >= Int(width) else { continue }
            let rows = index == 0 ? height : -(-height >> shift)
            for row in 0..<max(0, Int(rows)) {
                unsafe av_md5_update(context, start + row * stride, Int(width))
            }
        }
        count += 1
        if unsafe Decoder.isDamaged(frame) { damageCount += 1 }
    }

    /// Finishes the calculation and returns the checksum.
    consuming func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        unsafe digest.withUnsafeMutableBufferPointer { target in
            unsafe av_md5_final(context, target.baseAddress)
        }
        return digest
    }
}

extension Decoder {
    /// Resets the decoder, decodes packets, and returns a checksum of their pictures.
    ///
    /// - Returns: The checksum of all pictures, with the number of damaged ones and of refused
    ///   packets; `nil` when the packets yield no picture.
    func digest(of packets: some Sequence<KeptPacket>) -> PictureDigest.Result? {
        var digest = PictureDigest()
        var refusedCount = 0
        restart()
        for packet in packets {
            if !send(packet.storage) { refusedCount += 1 }
            while unsafe receive(keeping: { unsafe digest.add($0) }) {}
        }
        finish()
        while unsafe receive(keeping: { unsafe digest.add($0) }) {}
        guard digest.count > 0 else { return nil }
        let damageCount = digest.damageCount + refusedCount
        return PictureDigest.Result(bytes: digest.finish(), damageCount: damageCount)
    }
}
