import HeadlessPlayback

/// The pictures of what a viewer saw, side by side.
struct ContactSheet {
    let stills: [SessionHistory.Still]

    func markup(_ budget: inout PageBudget) -> Markup {
        guard !stills.isEmpty else { return "" }
        let pictures = stills.compactMap { still in
            Self.type(of: still.image).map { (still, $0) }
        }
        let share = budget.pictureShare
        let chosen = Self.choice(among: pictures.map { Base64Text.count(for: $0.0.image) }, share)
        var list: Markup = ""
        var bytes = 0
        for index in chosen {
            let (still, type) = pictures[index]
            let data = Base64Text(still.image).bytes
            bytes += data.count
            let time = PageClock.precise(still.position)
            list += #"<li><figure><img alt="Picture at \#(time)" src="data:image/\#(type);base64,"#
            list.append(plain: data)
            list += """
                "><figcaption><span>\(time)</span><span>\(still.text, limit: 60)</span>\
                </figcaption></figure></li>

                """
        }
        budget.spendPictures(bytes)
        var note: Markup = ""
        if chosen.count < stills.count {
            let count = "\(PageText.grouped(chosen.count)) of \(PageText.grouped(stills.count))"
            note = #"<p class="more">\#(count) pictures; there is no room for the others.</p>"#
        }
        return """
            <h4>What a viewer saw</h4><ul class="stills">
            \(list)</ul>\(note)
            """
    }

    /// The kind of a picture by its first bytes; `nil` for what is none.
    private static func type(of image: [UInt8]) -> String? {
        if image.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        return nil
    }

    /// Which pictures are shown: all if they fit, or else as many as do, evenly spread.
    static func choice(among sizes: [Int], _ room: Int) -> [Int] {
        var count = sizes.count
        while count > 0 {
            let places = (0..<count).map { $0 * sizes.count / count }
            let total = places.reduce(0) { $0 + sizes[$1] }
            if total <= room { return places }
            // Where a part of the room is needed twice over, half as many are not worth trying.
            count = min(count - 1, max(0, count * room / max(1, total) + 1))
        }
        return []
    }
}

/// Bytes as text in base64.
///
/// Reference: RFC 4648, section 4.
struct Base64Text {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    let bytes: [UInt8]

    init(_ data: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(Self.count(for: data))
        var index = 0
        while index < data.count {
            let rest = data.count - index
            let second = rest > 1 ? data[index + 1] : 0
            let third = rest > 2 ? data[index + 2] : 0
            let bits = UInt32(data[index]) << 16 | UInt32(second) << 8 | UInt32(third)
            text.append(Self.digits[Int(bits >> 18)])
            text.append(Self.digits[Int(bits >> 12 & 63)])
            text.append(rest > 1 ? Self.digits[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
            text.append(rest > 2 ? Self.digits[Int(bits & 63)] : UInt8(ascii: "="))
            index += 3
        }
        bytes = text
    }

    /// How many characters the text of some bytes has.
    static func count(for data: [UInt8]) -> Int { (data.count + 2) / 3 * 4 }
}
