import Formats
import Testing

/// Division with rounding in one direction.
@Suite struct RoundedDivisionTests {
    @Test(
        arguments: [
            (7, 3, 2, 1, 3), (6, 3, 2, 0, 2), (0, 3, 0, 0, 0), (-1, 3, -1, 2, 0),
            (-6, 3, -2, 0, -2),
            (-7, 3, -3, 2, -2), (.max, 1, .max, 0, .max), (.min, 1, .min, 0, .min),
            (.min, .max, -2, .max - 1, -1),
        ] as [(Int64, Int64, Int64, Int64, Int64)])
    func `a quotient is rounded down or up`(
        value: Int64, divisor: Int64, down: Int64, remainder: Int64, up: Int64
    ) {
        #expect(value.dividedDown(by: divisor) == (down, remainder))
        #expect(value.dividedUp(by: divisor) == up)
        let wide = Int128(value).dividedDown(by: Int128(divisor))
        #expect(wide == (Int128(down), Int128(remainder)))
        #expect(Int128(value).dividedUp(by: Int128(divisor)) == Int128(up))
    }

    @Test func `numbers without a sign are divided as usual`() {
        #expect(UInt8(255).dividedDown(by: 2) == (127, 1))
        #expect(UInt8(255).dividedUp(by: 2) == 128)
    }
}
