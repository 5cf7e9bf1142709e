/// The boxes that a plain fragmented file is made of, each with its four characters as a number.
///
/// Reference: ISO/IEC 14496-12, section 6.3.4 (Box order).
enum PlainBox: UInt32 {
    case ftyp = 0x6674_7970
    case styp = 0x7374_7970
    case free = 0x6672_6565
    case skip = 0x736B_6970
    case emsg = 0x656D_7367
    case sidx = 0x7369_6478
    case moof = 0x6D6F_6F66
    case mdat = 0x6D64_6174
    case mfhd = 0x6D66_6864
    case traf = 0x7472_6166
    case tfhd = 0x7466_6864
    case tfdt = 0x7466_6474
    case trun = 0x7472_756E
    case moov = 0x6D6F_6F76
    case mvhd = 0x6D76_6864
    case trak = 0x7472_616B
    case mvex = 0x6D76_6578
    case udta = 0x7564_7461
    case iods = 0x696F_6473
    case tkhd = 0x746B_6864
    case edts = 0x6564_7473
    case elst = 0x656C_7374
    case mdia = 0x6D64_6961
    case mdhd = 0x6D64_6864
    case hdlr = 0x6864_6C72
    case minf = 0x6D69_6E66
    case vmhd = 0x766D_6864
    case smhd = 0x736D_6864
    case nmhd = 0x6E6D_6864
    case sthd = 0x7374_6864
    case dinf = 0x6469_6E66
    case dref = 0x6472_6566
    case stbl = 0x7374_626C
    case stsd = 0x7374_7364
    case stts = 0x7374_7473
    case stsc = 0x7374_7363
    case stsz = 0x7374_737A
    case stco = 0x7374_636F
    case mehd = 0x6D65_6864
    case trex = 0x7472_6578
}

/// Iterates over adjacent boxes while all of them are plain.
///
/// Unlike `ISOBoxWalk`, which accepts any input, it serves readers that accept only boxes in the
/// form of the standard, and leave all others to libavformat.
///
/// Reference: ISO/IEC 14496-12, section 4.2.
struct PlainBoxes {
    private var index: Int
    private let end: Int

    /// Whether the walk ended early: at a box that is unknown, or does not end within the bytes.
    private(set) var isBroken = false

    init(in range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next box and the range of its contents; `nil` at the end.
    mutating func next(of bytes: Span<UInt8>) -> (box: PlainBox, contents: Range<Int>)? {
        guard index < end, !isBroken else { return nil }
        isBroken = true
        guard end - index >= 8 else { return nil }
        let size = Int(bytes.unsigned(at: index, count: 4))
        guard size >= 8, size <= end - index,
            let box = PlainBox(rawValue: UInt32(bytes.unsigned(at: index + 4, count: 4)))
        else { return nil }
        let contents = index + 8..<index + size
        index += size
        isBroken = false
        return (box, contents)
    }
}
