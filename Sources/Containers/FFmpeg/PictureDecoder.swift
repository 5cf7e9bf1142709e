import CFFmpeg

/// Decodes pictures and retains the last one.
///
/// The corresponding C functions are `avcodec_receive_frame` and `av_frame_move_ref`.
@safe
final class PictureDecoder {
    private let decoder: Decoder
    private let shown: UnsafeMutablePointer<AVFrame>

    init(_ decoder: Decoder) {
        self.decoder = decoder
        guard let frame = unsafe av_frame_alloc() else { fatalError("out of memory") }
        unsafe shown = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe shown
        unsafe av_frame_free(&frame)
    }

    /// Sends a packet; a packet that cannot be decoded yields no picture.
    func send(_ packet: borrowing PacketStorage) {
        _ = decoder.send(packet)
    }

    /// Ends the input, so that the decoder returns its last pictures.
    func finish() {
        decoder.finish()
    }

    /// Receives all finished pictures from the decoder, and retains the last one.
    ///
    /// - Parameter body: The closure that receives the presentation timestamp of each picture while
    ///   the previous picture is still retained.
    func receive(_ body: (Int64?) -> Void) {
        while unsafe decoder.receive(
            keeping: { frame in
                body(unsafe Decoder.timestamp(of: frame))
                unsafe av_frame_unref(shown)
                unsafe av_frame_move_ref(shown, frame)
            })
        {}
    }

    /// Returns the last picture as a JPEG file; `nil` when there is none or it cannot be written.
    func jpeg(width: Int) -> [UInt8]? {
        guard let picture = unsafe FrameSampling(shown)?.picture(width: width) else { return nil }
        return PictureFile.jpeg(picture)
    }
}
