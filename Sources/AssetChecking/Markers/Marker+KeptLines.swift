import Formats
import HeadlessPlayback
import Sessions

extension Marker {
    /// Returns the markers for the date ranges among the lines that a playlist keeps as text.
    ///
    /// The parser keeps the tag of a date range as text if the range has no usable identifier.
    ///
    /// - Parameters:
    ///   - lines: The lines that the playlist keeps as text.
    ///   - place: The start of the following segment.
    /// - Returns: The markers, which are unreadable.
    static func markers(ofKept lines: [String], at place: MediaTime) -> [Marker] {
        let tag = "EXT-X-DATERANGE"
        return lines.filter { $0 == "#\(tag)" || $0.hasPrefix("#\(tag):") }.map { line in
            let attributes = line.dropFirst(tag.count + 2)
            return Marker(
                .unreadable, at: place, source: tag,
                text: SafeText.quoted("the tag has no usable ID: \(attributes)"))
        }
    }
}
