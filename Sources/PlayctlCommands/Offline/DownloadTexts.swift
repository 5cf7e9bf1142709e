import CommandTree
import Formats
import HeadlessPlayback
import OfflineDownloads
import Sessions
import Transport

extension OfflineVideoStatus.DownloadState {
    /// The name of the download state in the output of the tool.
    var word: String {
        switch self {
        case .requested: "requested"
        case .downloading: "downloading"
        case .suspended: "paused"
        case .cancelled: "cancelled"
        case .completed: "completed"
        case .error: "failed"
        case .licensePreloaded: "preloaded"
        }
    }

    /// Returns the word for the state of a download, depending on whether a process works on it.
    ///
    /// A download whose process has ended is shown as interrupted until another process continues
    /// it.
    func word(isWorkedOn: Bool) -> String {
        switch self {
        case .requested, .downloading: isWorkedOn ? word : "interrupted"
        case .suspended, .cancelled, .completed, .error, .licensePreloaded: word
        }
    }
}

extension DownloadRecord {
    /// The progress of the download, from 0 to 1.
    var fraction: Double { min(max(percent / 100, 0), 1) }

    /// Returns the message about a licence that cannot be used, with advice.
    func licenceComplaint(_ damage: OfflineError) -> String {
        let text = "the licence cannot be used: \(SafeText.line(damage.reason))"
        guard damage.isOfRenewableLicence else { return text }
        return text + "; 'playctl offline renew \(token)' requests it again"
    }

    /// Returns the message that the requested terms of the licence differ from terms given later.
    ///
    /// - Parameter terms: The later terms.
    /// - Returns: The message; `nil` if the terms are equal, or if there is no licence.
    func termsComplaint(_ terms: PersistentLicenceTerms) -> String? {
        guard licenceRequestTime != nil, let first = request.terms, first != terms else {
            return nil
        }
        return "the licence was requested as \(Self.text(of: first)), and not as"
            + " \(Self.text(of: terms)); 'playctl offline renew \(token)' requests it again"
    }

    private static func text(of terms: PersistentLicenceTerms) -> String {
        guard let rental = terms.rentalDuration else { return "a purchase" }
        let play = terms.playDuration.map { " with \(Readable.duration($0)) of playback" }
        return "a rental of \(Readable.duration(rental))\(play ?? "")"
    }

    /// Returns the description of the licence, on one line.
    ///
    /// - Parameter damage: The reason why the stored licence cannot be used; `nil` when it can.
    /// - Returns: The kind, the validity and the dates of the licence.
    func licenceText(_ damage: OfflineError?) -> String {
        guard let requested = licenceRequestTime else { return "no licence" }
        var parts = [licenceExpiration == nil ? "purchase" : "rental"]
        switch licenceValidity(at: WallClock.now.millisecondsSince1970) {
        case .valid where damage != nil:
            parts.append("unusable (\(SafeText.line(damage?.reason ?? "")))")
        case .valid(let end): parts.append(end == nil ? "valid permanently" : "valid")
        case .expired(let end): parts.append("expired \(Readable.date(end))")
        case .missing: parts.append("missing")
        }
        if let seen = lastSeenTime,
            seen > WallClock.now.millisecondsSince1970.addingReportingOverflow(60_000).partialValue
        {
            parts.append("the clock was set back from \(Readable.date(seen))")
        }
        parts.append("requested \(Readable.date(requested))")
        if let end = licenceExpiration { parts.append("expires \(Readable.date(end))") }
        if let duration = playDuration {
            parts.append("plays for \(Readable.duration(milliseconds: duration))")
        }
        if let first = initialPlaybackTime {
            parts.append("first played \(Readable.date(first))")
        }
        return parts.joined(separator: "  ")
    }
}

extension OfflineVideoToken {
    /// The advice to repair a download that has damaged files.
    var repairAdvice: String { "'playctl offline repair \(self)' downloads damaged files again" }
}

extension PackageVerification.Finding {
    /// The damage to one file, on one line.
    var line: String {
        let word = damage == .stray ? "stray" : "damaged"
        return SafeText.line("\(word)  \(name) \(damage)")
    }
}

/// Formats numbers for human readers.
enum Readable {
    /// Returns a number of bytes as text: `999 B`, `1.2 kB`, `34.5 MB`.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
        var (divisor, unit) = (Int64(1), 0)
        while unit < units.count - 1, count / divisor >= 1000 {
            divisor *= 1000
            unit += 1
        }
        if unit == 0 { return "\(count) B" }
        let tenths = count / (divisor / 10)
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// Returns a fraction in percent, rounded down so that only 1 is shown as 100 %.
    static func percent(_ fraction: Double) -> String {
        "\(Int(min(max(fraction, 0), 1) * 100)) %"
    }

    /// Returns a remaining time as text: `0:07`, `12:30`, `1:02:03`.
    static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 360_000 else { return "-:--" }
        let seconds = Int(max(0, seconds).rounded(.up))
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Returns the validity of a licence as text, in the largest unit that divides it evenly.
    static func duration(milliseconds: Int64) -> String {
        let units: [(length: Int64, name: String)] = [
            (86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s"),
        ]
        for unit in units where milliseconds.isMultiple(of: unit.length) && milliseconds > 0 {
            return "\(milliseconds / unit.length)\(unit.name)"
        }
        return "\(milliseconds)ms"
    }

    /// Returns a duration as text, in the largest unit that divides it evenly.
    static func duration(_ duration: Duration) -> String {
        self.duration(milliseconds: duration.inMilliseconds)
    }

    /// Returns a date in UTC as text, without fractions of a second.
    static func date(_ milliseconds: Int64) -> String {
        let text = DateTime(millisecondsSince1970: milliseconds / 1000 * 1000).text
        return text.hasSuffix(".000Z") ? text.dropLast(5) + "Z" : text
    }
}

/// Returns the display name of a download: the file name in its location.
///
/// If the file name is generic, the name of its folder is used instead.
func displayName(of url: String) -> String {
    // The name is displayed in many places, so the credentials that may precede the host are
    // removed.
    let path = LocalPath.withoutQuery(SafeText.url(url))
    var parts = path.split(separator: "/").map(String.init)
    if ResourceScheme(of: url) != .file, parts.count > 1 { parts.removeFirst() }
    guard let last = parts.popLast() else { return SafeText.url(url) }
    let stem = last.split(separator: ".").first.map(String.init) ?? last
    let plain = ["index", "master", "main", "playlist", "manifest", "prog_index", "stream"]
    guard plain.contains(stem.lowercased()), let folder = parts.last, !folder.hasSuffix(":") else {
        return stem
    }
    return folder
}
