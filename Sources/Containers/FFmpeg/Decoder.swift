import CFFmpeg

/// The single owner of one opened `AVCodecContext` and of the frame that it fills.
///
/// The corresponding C functions are `avcodec_alloc_context3`, `avcodec_open2`,
/// `avcodec_send_packet`, `avcodec_receive_frame` and `avcodec_free_context`. Packets are decoded
/// on the calling thread. All detectable damage is reported as an error.
@safe
final class Decoder {
    /// The reason why there is no decoder for a stream.
    enum Failure: Error {
        /// This FFmpeg has no decoder for the codec, or for a feature of it that the stream uses.
        case missing
        /// The decoder refuses the configuration of the stream.
        case refused

        /// Creates the failure for an error code of libavcodec.
        init(code: Int32) {
            let isUnsupported = code == shim_AVERROR_ENOSYS || code == shim_AVERROR_PATCHWELCOME
            self = isUnsupported ? .missing : .refused
        }
    }

    /// The next result of the decoder.
    enum Output {
        /// A frame without detected damage, with its presentation time.
        case frame(pts: Int64?)
        /// A frame with concealed or reported damage.
        case damagedFrame(pts: Int64?)
        /// Data that could not be decoded.
        case failure
        /// No frame: more packets are needed, or the stream has ended.
        case none
    }

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    /// The number of samples in the last audio frame.
    private(set) var sampleCount = 0
    /// Whether the decoder has stated that it lacks a feature, and has returned nothing else.
    var lacksFeature: Bool { hasMissed && !hasAnswered }
    private var hasMissed = false
    private var hasAnswered = false

    /// Opens a decoder.
    ///
    /// - Parameters:
    ///   - parameters: The codec parameters from the container.
    ///   - timeBase: The time base of the packets.
    ///   - parameterSets: The parameter sets of an earlier segment; used when the container has
    ///     none.
    /// - Throws: ``Failure`` when the stream cannot be decoded at all.
    init(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational,
        parameterSets: [UInt8]
    ) throws(Failure) {
        guard let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw .missing
        }
        guard
            let context = unsafe avcodec_alloc_context3(codec), let frame = unsafe av_frame_alloc()
        else { fatalError("out of memory") }
        unsafe self.context = context
        unsafe self.frame = frame
        unsafe context.pointee.thread_count = 1
        unsafe context.pointee.pkt_timebase = timeBase
        guard unsafe avcodec_parameters_to_context(context, parameters) >= 0 else {
            throw .refused
        }
        if unsafe context.pointee.extradata == nil, !parameterSets.isEmpty {
            let size = parameterSets.count
            let padding = Int(shim_AV_INPUT_BUFFER_PADDING_SIZE)
            guard let copy = unsafe av_mallocz(size + padding) else { fatalError("out of memory") }
            unsafe parameterSets.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                unsafe copy.copyMemory(from: base, byteCount: size)
            }
            unsafe context.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
            unsafe context.pointee.extradata_size = Int32(size)
        }
        unsafe context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
        // With `AV_EF_BITSTREAM`, the decoder refuses MPEG-2 with stuffing after the last slice,
        // which encoders of a constant bitrate write. Without it, the decoder still reports slices
        // whose ends are missing or overwritten.
        if unsafe [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].contains(
            parameters.pointee.codec_id)
        {
            unsafe context.pointee.err_recognition &= ~AV_EF_BITSTREAM
        }
        // `AV_EF_EXPLODE` is set only for audio. With this flag, a video decoder would drop a
        // picture that begins with a message referring to a later parameter set. Video decoders do
        // not need the flag, because they conceal errors and report them.
        if unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
            unsafe context.pointee.err_recognition |= AV_EF_EXPLODE
        }
        // Without this flag, the decoder itself drops the frames that are to be skipped at the
        // start, and these frames would appear to be lost.
        unsafe context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
        // Without this value, the H.264 decoder drops pictures until it knows the depth of
        // reordering.
        if unsafe parameters.pointee.codec_id == AV_CODEC_ID_H264 {
            unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT
        }
        let status = unsafe avcodec_open2(context, codec, nil)
        guard status >= 0 else {
            throw unsafe Self.hasNullObject(parameters) ? .refused : Failure(code: status)
        }
    }

    /// Returns whether the configuration of AAC states the null object type, as zeros do.
    ///
    /// No audio has this type (ISO/IEC 14496-3, 1.5.1.1), but libavcodec reports it like a type
    /// that it lacks.
    private static func hasNullObject(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> Bool {
        guard unsafe parameters.pointee.codec_id == AV_CODEC_ID_AAC,
            let bytes = unsafe parameters.pointee.extradata,
            unsafe parameters.pointee.extradata_size > 0
        else { return false }
        return unsafe bytes[0] >> 3 == 0
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
        unsafe av_frame_free(&frame)
    }

    /// Sends a packet.
    ///
    /// - Returns: Whether the decoder accepted the packet without an error.
    func send(_ packet: borrowing PacketStorage) -> Bool {
        let status = unsafe avcodec_send_packet(context, packet.pointer)
        if status < 0 { note(failure: status) }
        return status >= 0
    }

    private func note(failure code: Int32) {
        if Failure(code: code) == .missing { hasMissed = true } else { hasAnswered = true }
    }

    /// Ends the input of the decoder.
    func finish() {
        // Without this flag, the H.264 decoder of FFmpeg 5 ends at the first of the remaining
        // pictures that precedes the keyframe of an open GOP, and drops the pictures after it.
        if unsafe context.pointee.codec_id == AV_CODEC_ID_H264 {
            unsafe context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
        }
        _ = unsafe avcodec_send_packet(context, nil)
    }

    /// Discards all packets, and resets the decoder after the end of a stream.
    ///
    /// The corresponding C function is `avcodec_flush_buffers`.
    func restart() {
        unsafe avcodec_flush_buffers(context)
        unsafe context.pointee.flags &= ~AV_CODEC_FLAG_OUTPUT_CORRUPT
    }

    /// Receives the next output of the decoder and passes it to a closure.
    ///
    /// - Parameter body: Receives a picture or audio; it may keep the frame.
    /// - Returns: Whether there was an output.
    func receive(keeping body: (UnsafeMutablePointer<AVFrame>) -> Void) -> Bool {
        let status = unsafe avcodec_receive_frame(context, frame)
        guard status >= 0 else { return false }
        unsafe body(frame)
        unsafe av_frame_unref(frame)
        return true
    }

    /// Returns the presentation time of a frame, in units of its time base; `nil` if unknown.
    static func timestamp(of frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
        let count = unsafe frame.pointee.best_effort_timestamp
        return count == shim_AV_NOPTS_VALUE ? nil : count
    }

    /// Returns whether a frame has concealed or reported damage.
    static func isDamaged(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        unsafe frame.pointee.decode_error_flags != 0
            || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// Receives available output of the decoder.
    func receive() -> Output {
        let status = unsafe avcodec_receive_frame(context, frame)
        if status == shim_AVERROR_EAGAIN || status == shim_AVERROR_EOF { return .none }
        guard status >= 0 else {
            note(failure: status)
            return .failure
        }
        hasAnswered = true
        defer { unsafe av_frame_unref(frame) }
        sampleCount = unsafe Int(frame.pointee.nb_samples)
        let count = unsafe frame.pointee.pts
        let pts: Int64? = count == shim_AV_NOPTS_VALUE ? nil : count
        return unsafe Self.isDamaged(frame) ? .damagedFrame(pts: pts) : .frame(pts: pts)
    }
}
