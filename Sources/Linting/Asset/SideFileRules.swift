import Formats
import Playlists

/// The rules about the side files of an asset, such as session data and asset lists.
struct SideFileRules {
    /// The size of an identity key in bytes; other keys are not read as files.
    private static let keySize = 16

    let asset: LintedAsset

    func check(_ log: inout BreachLog) {
        AdvertisementDurationRules(asset: asset).check(&log)
        for file in asset.files {
            let code: String
            switch file.kind {
            case .advertisement:
                AdvertisementRules(file: file, programme: asset.main.multivariant).check(&log)
                continue
            case .sessionData: code = "session-data.not-json"
            case .rawSessionData: code = "session-data.unreachable"
            case .sessionKey: code = "key.unavailable"
            case .steering: code = "steering.manifest"
            case .assetList: code = "ad.asset-list"
            case .imagePlaylist, .image:
                ImageRules(file: file, variables: asset.main.multivariant?.variables ?? [:])
                    .check(&log)
                continue
            }
            func note(_ code: String, _ problem: String) {
                log.note(
                    code, in: file.playlist, line: file.line,
                    file.naming(problem), expected: LintRule.named(code)?.requirement ?? "")
            }
            if file.kind == .sessionKey, file.bytes != nil || file.isLarge {
                let count = file.bytes.map { "\($0.count)" } ?? "too many"
                if file.bytes?.count != Self.keySize {
                    note("key.size", "the key has \(count) bytes")
                }
                continue
            }
            if file.kind == .rawSessionData, file.bytes != nil || file.isLarge { continue }
            guard let bytes = file.bytes else {
                note(code, file.failure ?? "it was not loaded")
                continue
            }
            let value: PropertyValue
            do throws(JSONError) {
                value = try JSONReader.read(bytes)
            } catch {
                note(code, "\(error)")
                continue
            }
            switch file.kind {
            case .sessionData(let id):
                guard id == "com.apple.hls.chapters", let problem = Self.chapters(value) else {
                    continue
                }
                note("session-data.chapters", problem)
            case .steering: steering(value).map { note(code, $0) }
            case .assetList: Self.assets(value, of: file.url).map { note(code, $0) }
            case .advertisement, .rawSessionData, .sessionKey, .imagePlaylist, .image: break
            }
        }
    }

    /// Returns a description of the first mistake in an asset list; `nil` when there is none.
    ///
    /// Reference: rfc8216bis, appendix D.
    private static func assets(_ value: PropertyValue, of list: String) -> String? {
        guard case .object(let members) = value, case .array(let assets)? = members["ASSETS"] else {
            return "there is no list ASSETS"
        }
        for (place, asset) in assets.enumerated() {
            guard case .object(let members) = asset else {
                return "asset \(place + 1) is not an object"
            }
            guard case .string(let uri)? = members["URI"], !uri.isEmpty else {
                return "asset \(place + 1) has no URI"
            }
            guard URIReference.resolve(uri, against: list) != list else {
                return "asset \(place + 1) is the list itself"
            }
            guard let duration = members["DURATION"] else {
                return "asset \(place + 1) has no DURATION"
            }
            guard duration.number.map({ $0 >= 0 }) == true else {
                return "the DURATION of asset \(place + 1) is not a number of seconds"
            }
        }
        return nil
    }

    /// Returns a description of the first mistake in a steering manifest; `nil` when there is none.
    ///
    /// Reference: rfc8216bis, section 7.2.
    private func steering(_ value: PropertyValue) -> String? {
        guard case .object(let members) = value else { return "it is not an object" }
        guard members["VERSION"]?.integer == 1 else { return "VERSION is not 1" }
        if let time = members["TTL"], time.number.map({ $0 > 0 }) != true {
            return "TTL is not a positive number"
        }
        if let uri = members["RELOAD-URI"] {
            guard case .string = uri else { return "RELOAD-URI is not a string" }
        }
        guard case .array(let order)? = members["PATHWAY-PRIORITY"], !order.isEmpty else {
            return "PATHWAY-PRIORITY has no pathway"
        }
        var listed: Set<String> = []
        for pathway in order {
            guard case .string(let name) = pathway else { return "a pathway is not a string" }
            if !listed.insert(name).inserted { return "the pathway \(name) is listed twice" }
        }
        // A variant without PATHWAY-ID belongs to the pathway ".".
        var known = Set((asset.main.multivariant?.variants ?? []).map { $0.pathwayID ?? "." })
        var clones: [PropertyValue] = []
        if let value = members["PATHWAY-CLONES"] {
            guard case .array(let items) = value else { return "PATHWAY-CLONES is not a list" }
            clones = items
        }
        for (place, clone) in clones.enumerated() {
            guard case .object(let members) = clone else {
                return "clone \(place + 1) is not an object"
            }
            guard case .string(let base)? = members["BASE-ID"] else {
                return "clone \(place + 1) has no BASE-ID"
            }
            guard case .string(let id)? = members["ID"] else {
                return "clone \(place + 1) has no ID"
            }
            guard case .object? = members["URI-REPLACEMENT"] else {
                return "clone \(place + 1) has no URI-REPLACEMENT"
            }
            guard known.contains(base) else {
                return "clone \(place + 1) is made of \(base), which is not a known pathway"
            }
            known.insert(id)
        }
        guard asset.main.multivariant == nil || !listed.isDisjoint(with: known) else {
            return "no listed pathway is that of a variant or a clone"
        }
        return nil
    }

    /// Returns a description of the first mistake in a chapter file; `nil` when there is none.
    ///
    /// Reference: Apple, "Providing JSON Chapters".
    private static func chapters(_ value: PropertyValue) -> String? {
        guard case .array(let chapters) = value else { return "it is not a list" }
        var last = -1.0
        for (place, chapter) in chapters.enumerated() {
            guard case .object(let members) = chapter,
                let start = members["start-time"]?.number, start >= 0
            else { return "chapter \(place + 1) has no start-time" }
            if start < last { return "chapter \(place + 1) starts before the one before it" }
            last = start
            guard let titles = members["titles"] else { continue }
            guard case .array(let titles) = titles,
                titles.allSatisfy({ title in
                    guard case .object(let members) = title, case .string? = members["title"],
                        case .string? = members["language"]
                    else { return false }
                    return true
                })
            else { return "chapter \(place + 1) has a title without language and text" }
        }
        return nil
    }
}
