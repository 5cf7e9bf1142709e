package import CommandTree
import Formats
import Sessions
package import SidecarSubtitles
package import Transport

/// The contents of a WebVTT file: the cues in track order, the lost cues, and the problems.
package struct WebVTTReport {
    private let file: WebVTT

    /// Creates the report of a file that has been read.
    package init(_ file: WebVTT) {
        self.file = file
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - place: The path or address of the file.
    ///   - loader: The source of bytes.
    /// - Throws: ``CommandFailure`` when the file cannot be loaded, or is not a WebVTT file.
    package init(_ place: String, loader: any ResourceLoader) throws(CommandFailure) {
        file = try SubtitleFile(place, loader: loader).content
    }

    /// Returns whether a path has the file extension of WebVTT files.
    package static func covers(_ place: String) -> Bool {
        let path = LocalPath.url(place).prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".vtt") || path.hasSuffix(".webvtt")
    }

    // MARK: Text

    /// The report as human-readable text: a line for each cue, with slashes for line breaks.
    package var text: String {
        var text = "WebVTT file\n  cues       \(file.cues.count)\n"
        if let map = file.timestampMap {
            text += "  timestamps \(map.local) s is MPEGTS \(map.mpegTimestamp)\n"
        }
        if !file.regions.isEmpty { text += "  regions    \(file.regions.count)\n" }
        if !file.styleSheets.isEmpty { text += "  styles     \(file.styleSheets.count)\n" }
        for loss in file.losses { text += "  lost       \(SafeText.joinedLines("\(loss)"))\n" }
        for problem in file.problems {
            text += "  problem    \(SafeText.joinedLines("\(problem)"))\n"
        }
        for cue in file.cuesInTrackOrder {
            let lines = cue.plainText.split(separator: "\n").map {
                SafeText.joinedLines(String($0))
            }
            text += "\(cue.start) - \(cue.end)  \(lines.joined(separator: " / "))\n"
        }
        return text
    }

    // MARK: JSON

    /// The report as a JSON object on one line, with its line break.
    package var jsonLine: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.member("kind", "webvtt")
            json.key("timestampMap")
            if let map = file.timestampMap {
                json.object {
                    $0.member("local", map.local)
                    $0.member("mpegts", map.mpegTimestamp)
                }
            } else {
                json.null()
            }
            json.member("regions", file.regions.count)
            json.member("styleSheets", file.styleSheets.count)
            json.key("cues")
            json.array { json in for cue in file.cuesInTrackOrder { json.value(cue) } }
            json.key("losses")
            json.array { json in
                for loss in file.losses {
                    json.object {
                        $0.member("cues", loss.count)
                        $0.member("text", "\(loss)")
                    }
                }
            }
            json.key("problems")
            json.array { json in
                for problem in file.problems {
                    json.object {
                        $0.member("line", problem.line)
                        $0.member("text", "\(problem)")
                    }
                }
            }
        }
        json.endLine()
        return json.bytes
    }
}

extension JSONText {
    /// Writes a cue, without the settings that have their default values.
    fileprivate mutating func value(_ cue: WebVTTCue) {
        object { json in
            json.member("id", cue.id)
            json.member("start", cue.start)
            json.member("end", cue.end)
            json.member("text", cue.text)
            json.member("plain", cue.plainText)
            json.key("settings")
            json.object { json in
                for (name, value) in cue.settings.written { json.member(name, value) }
            }
        }
    }
}
