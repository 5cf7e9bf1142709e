/// A scaled-down picture before JPEG encoding: one luma and two chroma values for each pixel.
struct SmallPicture {
    /// The weights of red and blue in the luma, which define a colour matrix.
    struct Matrix: Equatable {
        let red: Float
        let blue: Float

        static let bt601 = Matrix(red: 0.299, blue: 0.114)
        static let bt709 = Matrix(red: 0.2126, blue: 0.0722)
        static let bt2020 = Matrix(red: 0.2627, blue: 0.0593)
    }

    let width: Int
    let height: Int
    /// The luma of each pixel, row by row, from 0 to 1; 1 is the largest sample value.
    ///
    /// `blue` and `red` contain the chroma values in the same order and scale. They are empty for a
    /// grey picture.
    let luma: [Float]
    let blue: [Float]
    let red: [Float]
    let isFullRange: Bool
    let matrix: Matrix

    /// Returns the size of a scaled-down picture with the aspect ratio of its source.
    ///
    /// - Parameters:
    ///   - width: The requested width in pixels.
    ///   - source: The size of the source in samples.
    ///   - aspect: The ratio of a sample's width to its height.
    /// - Returns: The size in pixels. Both numbers are even, and the width does not exceed the
    ///   displayed width of the source.
    static func size(
        ofWidth width: Int, for source: (width: Int, height: Int), aspect: Double
    ) -> (width: Int, height: Int) {
        let shown = max(1, Double(source.width) * (aspect.isFinite && aspect > 0 ? aspect : 1))
        let smallWidth = max(2, Int(min(Double(width), shown)) / 2 * 2)
        let height = Double(smallWidth) * Double(source.height) / shown
        return (smallWidth, max(2, Int(min(height, Double(width) * 4).rounded()) / 2 * 2))
    }

    /// Returns the planes for a JPEG file: 8 bits, full range, BT.601 and 4:2:0 subsampling.
    func planes() -> (luma: [UInt8], blue: [UInt8], red: [UInt8]) {
        var bright = [UInt8](repeating: 0, count: width * height)
        var blues = [Float](repeating: 0.5, count: width * height)
        var reds = blues
        let to = Matrix.bt601
        for index in bright.indices {
            var y = luma[index]
            var cb = blue.isEmpty ? 0 : blue[index] - 128 / 255
            var cr = red.isEmpty ? 0 : red[index] - 128 / 255
            if !isFullRange {
                y = (y - 16 / 255) * (255 / 219)
                cb *= 255 / 224
                cr *= 255 / 224
            }
            if matrix != to {
                let r = y + cr * (2 - 2 * matrix.red)
                let b = y + cb * (2 - 2 * matrix.blue)
                let g = (y - matrix.red * r - matrix.blue * b) / (1 - matrix.red - matrix.blue)
                y = to.red * r + (1 - to.red - to.blue) * g + to.blue * b
                cb = (b - y) / (2 - 2 * to.blue)
                cr = (r - y) / (2 - 2 * to.red)
            }
            bright[index] = Self.byte(y)
            blues[index] = cb + 128 / 255
            reds[index] = cr + 128 / 255
        }
        return (bright, quartered(blues), quartered(reds))
    }

    private func quartered(_ plane: [Float]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(width * height / 4)
        for row in stride(from: 0, to: height - 1, by: 2) {
            for column in stride(from: 0, to: width - 1, by: 2) {
                let place = row * width + column
                let sum =
                    plane[place] + plane[place + 1] + plane[place + width]
                    + plane[place + width + 1]
                result.append(Self.byte(sum / 4))
            }
        }
        return result
    }

    private static func byte(_ value: Float) -> UInt8 {
        guard value.isFinite else { return 0 }
        return UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }
}
