import Formats
import HeadlessPlayback
import RunResults

/// The pictures at cue points, side by side.
struct ContactSheet {
    let stills: [SessionHistory.Still]

    func markup(_ budget: inout PageBudget) -> Markup {
        guard !stills.isEmpty else { return "" }
        let pictures = stills.compactMap { still in
            Self.type(of: still.image).map { (still, $0) }
        }
        let share = budget.pictureShare
        let chosen = Self.choice(among: pictures.map { Base64.count(for: $0.0.image) }, share)
        var list: Markup = ""
        var bytes = 0
        for index in chosen {
            let (still, type) = pictures[index]
            let data = Base64.encode(still.image)
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

    /// Returns the image format, `jpeg` or `png`, from the first bytes; `nil` for other data.
    private static func type(of image: [UInt8]) -> String? {
        if image.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if image.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        return nil
    }

    /// Returns the indices of the pictures to show: all, or as many as fit, evenly spread.
    static func choice(among sizes: [Int], _ room: Int) -> [Int] {
        var count = sizes.count
        while count > 0 {
            let places = (0..<count).map { $0 * sizes.count / count }
            let total = places.reduce(0) { $0 + sizes[$1] }
            if total <= room { return places }
            // The number of pictures is reduced in proportion to the available size, so that few
            // attempts are needed.
            count = min(count - 1, max(0, count * room / max(1, total) + 1))
        }
        return []
    }
}
