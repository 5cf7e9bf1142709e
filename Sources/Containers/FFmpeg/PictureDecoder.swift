import CFFmpeg

/// Decodes pictures and holds on to the one that came last.
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

    /// Sends a packet; what cannot be decoded leaves no picture.
    func send(_ packet: borrowing PacketStorage) {
        _ = decoder.send(packet)
    }

    /// Says that nothing follows.
    func finish() {
        decoder.finish()
    }

    /// Takes the pictures that are ready.
    ///
    /// - Parameter body: Gets the count of each picture's presentation time before the picture takes
    ///   the place of the one that was last.
    func receive(_ body: (Int64?) -> Void) {
        while unsafe decoder.receive(
            keeping: { frame in
                body(unsafe Decoder.timestamp(of: frame))
                unsafe av_frame_unref(shown)
                unsafe av_frame_move_ref(shown, frame)
            })
        {}
    }

    /// The picture that came last as a JPEG file; `nil` when there is none that can be shown.
    func jpeg(width: Int) -> [UInt8]? {
        guard let picture = unsafe FrameSampling(shown)?.picture(width: width) else { return nil }
        return PictureFile.jpeg(picture)
    }
}
