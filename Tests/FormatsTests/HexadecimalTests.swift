import Formats
import Testing

/// The conversion of bytes to hexadecimal digits and back.
@Suite struct HexadecimalTests {
    @Test func `any bytes are encoded as hexadecimal digits and decoded again`() {
        let bytes = Array(UInt8.min...UInt8.max)
        for isUpper in [false, true] {
            let text = Hexadecimal.text(bytes, uppercase: isUpper)
            #expect(text == (isUpper ? text.uppercased() : text.lowercased()))
            #expect(Hexadecimal.bytes(text.utf8) == bytes)
        }
        #expect(Hexadecimal.text([0, 9, 0xA0, 0xFF]) == "0009a0ff")
        #expect(Hexadecimal.bytes("00aAfF".utf8) == [0, 0xAA, 0xFF])
        #expect(Hexadecimal.bytes("".utf8) == [])
    }

    @Test(arguments: ["0", "123", "0x12", "1g", "g1", " 12", "１２", "+1", "-1"])
    func `a text that is not hexadecimal is refused`(text: String) {
        #expect(Hexadecimal.bytes(text.utf8) == nil)
    }

    @Test func `a number has zeros in front and loses no digit`() {
        #expect(Hexadecimal.text(0, digits: 1) == "0")
        #expect(Hexadecimal.text(0x1F, digits: 4) == "001f")
        #expect(Hexadecimal.text(0x12345, digits: 2, uppercase: true) == "12345")
        #expect(Hexadecimal.text(UInt64.max, digits: 16) == "ffffffffffffffff")
    }

    @Test func `a digit has the value that the standard library gives it`() {
        for byte in UInt8.min...UInt8.max {
            let value = byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
            #expect(Hexadecimal.value(of: byte).map(Int.init) == value)
        }
    }
}
