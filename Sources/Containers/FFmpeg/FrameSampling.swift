import CFFmpeg

/// Scales a decoded picture down: each new pixel is the mean of samples in its area.
///
/// The corresponding C function is `av_pix_fmt_desc_get`. Supported pixel formats have luma and
/// chroma samples of up to 16 bits. Pictures in GPU memory are not supported.
@safe
struct FrameSampling {
    /// The maximum width and height, in samples, of a picture that is scaled.
    private static let longestSide = 16_384
    /// The number of samples, in each direction, that is sufficient to calculate one new pixel.
    ///
    /// If the area of the pixel has more samples, some of them may be skipped. In each direction,
    /// fewer than twice this number of samples are examined.
    private static let mostSamples = 8

    private let frame: UnsafeMutablePointer<AVFrame>
    private let format: UnsafePointer<AVPixFmtDescriptor>
    private let width: Int
    private let height: Int

    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        let refused =
            shim_AV_PIX_FMT_FLAG_PAL | shim_AV_PIX_FMT_FLAG_BITSTREAM
            | shim_AV_PIX_FMT_FLAG_HWACCEL | shim_AV_PIX_FMT_FLAG_RGB | shim_AV_PIX_FMT_FLAG_BE
        width = unsafe Int(frame.pointee.width)
        height = unsafe Int(frame.pointee.height)
        guard let format = unsafe av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format)),
            unsafe format.pointee.flags & refused == 0,
            (2...Self.longestSide).contains(width), (2...Self.longestSide).contains(height)
        else { return nil }
        unsafe self.frame = frame
        unsafe self.format = format
    }

    /// Returns the picture, scaled down to the given width or less.
    ///
    /// - Returns: The picture; `nil` when its samples are not in the expected layout.
    func picture(width wanted: Int) -> SmallPicture? {
        let ratio = unsafe frame.pointee.sample_aspect_ratio
        let aspect = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        let size = SmallPicture.size(ofWidth: wanted, for: (width, height), aspect: aspect)
        let isGrey = unsafe format.pointee.nb_components < 3
        let shift = unsafe (
            Int(format.pointee.log2_chroma_w), Int(format.pointee.log2_chroma_h)
        )
        let colour = (-(-width >> shift.0), -(-height >> shift.1))
        guard
            let luma = unsafe plane(format.pointee.comp.0, (width, height), size),
            let blue = unsafe isGrey ? [] : plane(format.pointee.comp.1, colour, size),
            let red = unsafe isGrey ? [] : plane(format.pointee.comp.2, colour, size)
        else { return nil }
        return SmallPicture(
            width: size.width, height: size.height, luma: luma, blue: blue, red: red,
            isFullRange: isFullRange, matrix: matrix)
    }

    private var isFullRange: Bool {
        let old = [
            AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
        ]
        return unsafe frame.pointee.color_range == AVCOL_RANGE_JPEG
            || old.contains { unsafe $0.rawValue == frame.pointee.format }
    }

    private var matrix: SmallPicture.Matrix {
        switch unsafe frame.pointee.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        case AVCOL_SPC_UNSPECIFIED: height > 576 ? .bt709 : .bt601
        default: .bt601
        }
    }

    /// Returns the mean of the samples for each pixel of the result, for one colour component.
    private func plane(
        _ component: AVComponentDescriptor, _ source: (width: Int, height: Int),
        _ size: (width: Int, height: Int)
    ) -> [Float]? {
        let line: Int
        let start: UnsafeMutablePointer<UInt8>?
        switch component.plane {
        case 0: unsafe (start, line) = (frame.pointee.data.0, Int(frame.pointee.linesize.0))
        case 1: unsafe (start, line) = (frame.pointee.data.1, Int(frame.pointee.linesize.1))
        case 2: unsafe (start, line) = (frame.pointee.data.2, Int(frame.pointee.linesize.2))
        default: return nil
        }
        let isWide = component.depth + component.shift > 8
        let step = Int(component.step)
        guard let start = unsafe start, (1...16).contains(component.depth), step > 0,
            component.offset >= 0,
            (source.width - 1) * step + Int(component.offset) + (isWide ? 2 : 1) <= abs(line)
        else { return nil }
        let mask = UInt32(1) << UInt32(component.depth) - 1
        let base = unsafe UnsafeRawPointer(start) + Int(component.offset)
        var result: [Float] = []
        result.reserveCapacity(size.width * size.height)
        for row in 0..<size.height {
            let rows = Self.samples(of: row, among: size.height, in: source.height)
            for column in 0..<size.width {
                let columns = Self.samples(of: column, among: size.width, in: source.width)
                var sum: UInt64 = 0
                var count: UInt64 = 0
                for y in rows {
                    for x in columns {
                        let place = unsafe base + (y * line + x * step)
                        let value =
                            unsafe isWide
                            ? UInt32(place.loadUnaligned(as: UInt16.self).littleEndian)
                            : UInt32(place.load(as: UInt8.self))
                        sum += UInt64(value >> UInt32(component.shift) & mask)
                        count += 1
                    }
                }
                result.append(Float(sum) / Float(count) / Float(mask))
            }
        }
        return result
    }

    /// Returns the positions of the samples that determine one pixel of the result.
    ///
    /// There is at least one position, and the number of positions is limited.
    private static func samples(
        of point: Int, among count: Int, in source: Int
    ) -> StrideTo<Int> {
        let start = min(point * source / count, source - 1)
        let end = max(start + 1, min((point + 1) * source / count, source))
        return stride(from: start, to: end, by: max(1, (end - start) / mostSamples))
    }
}
