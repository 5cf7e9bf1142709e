/// The types of boxes that the readers without libavformat accept in a fragmented file.
///
/// The raw value consists of the four characters of the type.
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

/// Iterates over adjacent boxes and stops at the first box that is not plain.
///
/// A plain box has a known type and a header of eight bytes that states the size of the box.
/// Readers use this iterator if they accept only such boxes; libavformat reads all other files.
struct PlainBoxes {
    private var boxes: BoxRange
    private var hasStranger = false

    /// Whether the iteration stopped at a truncated box, an unknown type or an unusual header.
    var isBroken: Bool { hasStranger || boxes.fault != nil }

    init(in range: Range<Int>) {
        boxes = BoxRange(range)
    }

    /// Returns the next box and the range of its contents; `nil` at the end or at an unusual box.
    mutating func next(of bytes: Span<UInt8>) -> (box: PlainBox, contents: Range<Int>)? {
        guard !hasStranger, let place = boxes.next(of: bytes) else { return nil }
        guard place.header.isShort, let box = PlainBox(rawValue: place.header.code) else {
            hasStranger = true
            return nil
        }
        return (box, place.contents)
    }
}
