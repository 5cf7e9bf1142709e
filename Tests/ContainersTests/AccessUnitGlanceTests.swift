import Testing

@testable import Containers

/// Tests of keyframe detection in access units.
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

    @Test func `slices that end an earlier picture do not hide a keyframe`() {
        let rest: [UInt8] = [0x9A, 0, 0, 1, 0x41, 0x9A, 0x24]
        let unit: [UInt8] = [0, 0, 1, 0x09, 0x10, 0, 0, 1, 0x65, 0x88, 0x84]
        let (both, aligned) = (rest + unit, Array(rest.dropFirst()) + unit)
        let glance = AccessUnitGlance(h264: both.span)
        #expect(glance.isKey && glance.startsWithDelimiter && glance.endsEarlierPicture)
        #expect(!glance.isCut)
        // Without a delimiter, the slice is the picture, but more bytes may contain a delimiter.
        let cut = AccessUnitGlance(h264: rest.span)
        #expect(cut.hasPicture && !cut.isKey && cut.isCut)
        // A slice at the start of the bytes is the picture.
        let other = AccessUnitGlance(h264: aligned.span)
        #expect(!other.isKey && !other.endsEarlierPicture && !other.isCut)
        // Filler data ends the access unit, and a parameter set does not.
        let filled = rest + [0, 0, 1, 0x0C, 0xFF, 0x80] + unit
        #expect(AccessUnitGlance(h264: filled.span).isKey)
        let odd = rest + [0, 0, 1, 0x67, 0x42] + unit
        #expect(!AccessUnitGlance(h264: odd.span).isKey)
    }

    @Test func `slices that end an earlier picture of HEVC do not hide a keyframe`() {
        let bytes: [UInt8] = [
            0x9A, 0, 0, 1, 0x02, 0x01, 0x24, 0, 0, 1, 0x46, 0x01, 0x50, 0, 0, 1, 0x26, 0x01, 0xAF,
        ]
        let glance = AccessUnitGlance(hevc: bytes.span)
        #expect(glance.isKey && glance.startsWithDelimiter && glance.endsEarlierPicture)
    }

    /// The first bit after the header of a slice shows whether the slice starts a picture.
    @Test func `a slice within a picture continues it, unless a delimiter follows`() {
        func continues(_ bytes: [UInt8]) -> Bool {
            AccessUnitGlance(h264: bytes.span).continuesPicture
        }
        #expect(!continues([0, 0, 1, 0x41, 0x9A, 0x24]))
        #expect(continues([0, 0, 1, 0x41, 0x1A, 0x24]))
        #expect(continues([0x9A, 0, 0, 1, 0x41, 0x1A, 0x24]))
        #expect(!continues([0, 0, 1, 0x41, 0x1A, 0x24, 0, 0, 1, 0x09, 0x10]))
        #expect(!continues([0, 0, 1, 0x09, 0x10, 0, 0, 1, 0x41, 0x1A]))
        let first: [UInt8] = [0, 0, 1, 0x02, 0x01, 0xA4]
        let later: [UInt8] = [0, 0, 1, 0x02, 0x01, 0x24]
        #expect(!AccessUnitGlance(hevc: first.span).continuesPicture)
        #expect(AccessUnitGlance(hevc: later.span).continuesPicture)
    }
}
