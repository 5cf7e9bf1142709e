import CFFmpeg

/// Writes small pictures as JPEG files.
///
/// The corresponding C functions are `avcodec_find_encoder`, `avcodec_send_frame` and
/// `avcodec_receive_packet`.
enum PictureFile {
    /// The quantizer scale of pictures, from 2 to 31; lower is finer.
    private static let coarseness: Int32 = 5

    /// Returns the picture as a JPEG file.
    ///
    /// - Returns: `nil` when this FFmpeg cannot write JPEG.
    static func jpeg(_ picture: SmallPicture) -> [UInt8]? {
        precondition(FFmpegLibrary.isPrepared, "the libraries are set up first")
        guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_MJPEG) else { return nil }
        var owned = unsafe avcodec_alloc_context3(codec)
        defer { unsafe avcodec_free_context(&owned) }
        var ownedFrame = unsafe av_frame_alloc()
        defer { unsafe av_frame_free(&ownedFrame) }
        guard let context = unsafe owned, let frame = unsafe ownedFrame else {
            fatalError("out of memory")
        }
        unsafe context.pointee.width = Int32(clamping: picture.width)
        unsafe context.pointee.height = Int32(clamping: picture.height)
        unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        unsafe context.pointee.color_range = AVCOL_RANGE_JPEG
        unsafe context.pointee.time_base = AVRational(num: 1, den: 25)
        unsafe context.pointee.thread_count = 1
        // With `AV_CODEC_FLAG_BITEXACT`, the file contains no version of the library and nothing
        // that depends on the machine.
        unsafe context.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        unsafe context.pointee.global_quality = FF_QP2LAMBDA * coarseness
        guard unsafe avcodec_open2(context, codec, nil) >= 0 else { return nil }
        unsafe frame.pointee.width = context.pointee.width
        unsafe frame.pointee.height = context.pointee.height
        unsafe frame.pointee.format = AV_PIX_FMT_YUVJ420P.rawValue
        unsafe frame.pointee.quality = context.pointee.global_quality
        unsafe frame.pointee.pts = 0
        guard unsafe av_frame_get_buffer(frame, 0) >= 0, unsafe fill(frame, with: picture) else {
            return nil
        }
        let packet = PacketStorage()
        guard unsafe avcodec_send_frame(context, frame) >= 0,
            unsafe avcodec_send_frame(context, nil) >= 0,
            unsafe avcodec_receive_packet(context, packet.pointer) >= 0
        else { return nil }
        return packet.withPayload { bytes in bytes.indices.map { bytes[$0] } }
    }

    private static func fill(
        _ frame: UnsafeMutablePointer<AVFrame>, with picture: SmallPicture
    ) -> Bool {
        let planes = picture.planes()
        let (width, height) = (picture.width, picture.height)
        guard
            let luma = unsafe frame.pointee.data.0, let blue = unsafe frame.pointee.data.1,
            let red = unsafe frame.pointee.data.2
        else { return false }
        let lines = unsafe frame.pointee.linesize
        unsafe copy(planes.luma, width: width, height: height, to: luma, line: Int(lines.0))
        unsafe copy(planes.blue, width: width / 2, height: height / 2, to: blue, line: Int(lines.1))
        unsafe copy(planes.red, width: width / 2, height: height / 2, to: red, line: Int(lines.2))
        return true
    }

    private static func copy(
        _ plane: [UInt8], width: Int, height: Int, to target: UnsafeMutablePointer<UInt8>, line: Int
    ) {
        precondition(plane.count == width * height && line >= width, "a plane fits its picture")
        for row in 0..<height {
            for column in 0..<width {
                unsafe target[row * line + column] = plane[row * width + column]
            }
        }
    }
}
