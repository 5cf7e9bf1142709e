import Testing

@testable import Containers

/// Tests of keyframe detection in H.264 access units that begin with an SEI unit.
@Suite struct AccessUnitGlanceTests {
    /// Returns whether an access unit with an SEI unit and a slice that is not IDR is a keyframe.
    private func isKey(sei: [UInt8]) -> Bool {
        let unit: [UInt8] = [0, 0, 1, 0x06] + sei + [0, 0, 1, 0x41, 0x9A, 0x24]
        let glance = AccessUnitGlance(h264: unit.span)
        return glance.isKey
    }

    @Test func `a recovery point message makes an access unit a keyframe`() {
        #expect(isKey(sei: [0x06, 0x01, 0xC4, 0x80]))
        #expect(!isKey(sei: [0x01, 0x01, 0x06, 0x80]))
    }

    @Test func `a recovery point after emulation prevention bytes is found`() {
        #expect(isKey(sei: [0x05, 0x04, 0x00, 0x00, 0x03, 0x01, 0x02, 0x06, 0x01, 0xC4, 0x80]))
    }

    @Test func `a byte of a message with emulation prevention is not a recovery point`() {
        #expect(!isKey(sei: [0x05, 0x04, 0x00, 0x00, 0x03, 0x01, 0x06, 0x80]))
        // After an emulation prevention byte is removed, its neighbours can look like another
        // emulation prevention sequence.
        #expect(
            !isKey(sei: [0x05, 0x06, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x03, 0x06, 0x80]))
    }
}
