import Formats

/// A `pssh` box with data for the client of a key system.
///
/// Reference: ISO/IEC 23001-7, section 8.1.
package struct SystemHeader: Equatable, Sendable {
    /// The identifier of the key system in hexadecimal digits.
    package private(set) var system = ""
    /// The key IDs that the box states; empty in version 0, which has no field for them.
    package private(set) var keyIDs: [[UInt8]] = []
    /// The key IDs within the data of Widevine or PlayReady; empty if there are none.
    package private(set) var dataKeyIDs: [[UInt8]] = []
    /// Whether the box ends before its key IDs or its data.
    package private(set) var isCut = false

    /// The identifier of Widevine.
    package static let widevine = "edef8ba979d64acea3c827dcd51d21ed"
    /// The identifier of PlayReady.
    package static let playReady = "9a04f07998404286ab92e65be0885f95"

    private static let mostKeys = 256
    private static let largestData = 1 << 20

    /// Reads the contents of a box.
    init(_ contents: ArraySlice<UInt8>) {
        let bytes = Array(contents)
        system = Hexadecimal.text(bytes.dropFirst(4).prefix(16))
        var place = 20
        if bytes.first ?? 0 > 0 {
            let count = Int(bytes.span.unsigned(at: place, count: 4))
            place += 4
            for index in 0..<min(Self.mostKeys, count) where bytes.count >= place + 16 * (index + 1)
            {
                keyIDs.append(Array(bytes[place + 16 * index..<place + 16 * (index + 1)]))
            }
            place += 16 * count
        }
        guard bytes.count >= place + 4 else {
            isCut = true
            return
        }
        let count = Int(bytes.span.unsigned(at: place, count: 4))
        place += 4
        isCut = bytes.count < place + count
        guard !isCut, count <= Self.largestData else { return }
        let data = Array(bytes[place..<place + count])
        switch system {
        case Self.widevine: dataKeyIDs = Self.widevineKeyIDs(in: data)
        case Self.playReady: dataKeyIDs = Self.playReadyKeyIDs(in: data)
        default: break
        }
    }

    // MARK: Widevine

    /// Returns the key IDs in a Widevine message, which is a protocol buffer with `key_ids = 2`.
    ///
    /// - Parameter data: The data of the box.
    /// - Returns: The key IDs; empty if the message is malformed.
    private static func widevineKeyIDs(in data: [UInt8]) -> [[UInt8]] {
        var keyIDs: [[UInt8]] = []
        var place = 0
        func number() -> Int? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 63, by: 7) {
                guard place < data.count else { return nil }
                let byte = data[place]
                place += 1
                value |= UInt64(byte & 127) << shift
                if byte < 128 { return Int(exactly: value) }
            }
            return nil
        }
        while place < data.count, keyIDs.count < mostKeys {
            guard let tag = number() else { return [] }
            let count: Int?
            switch tag & 7 {
            case 0: count = number().map { _ in 0 }
            case 1: count = 8
            case 2: count = number()
            case 5: count = 4
            default: count = nil
            }
            guard let count, count <= data.count - place else { return [] }
            if tag == 2 << 3 | 2, count == 16 {
                keyIDs.append(Array(data[place..<place + count]))
            }
            place += count
        }
        return keyIDs
    }

    // MARK: PlayReady

    /// Returns the key IDs in a PlayReady object.
    ///
    /// The object consists of records, of which the record of type 1 is an XML header in UTF-16.
    /// The header states a key ID in the Base64 encoding of a GUID, whose first three numbers are
    /// little-endian: as text of the element `KID`, or since version 4.1 in its attribute `VALUE`.
    ///
    /// - Parameter data: The data of the box.
    /// - Returns: The key IDs; empty if there are none or the object is malformed.
    private static func playReadyKeyIDs(in data: [UInt8]) -> [[UInt8]] {
        func short(_ place: Int) -> Int { Int(data[place]) | Int(data[place + 1]) << 8 }
        var keyIDs: [[UInt8]] = []
        var place = 6
        while place + 4 <= data.count {
            let (type, count) = (short(place), short(place + 2))
            place += 4
            guard count <= data.count - place else { return [] }
            if type == 1 {
                let units = stride(from: place, to: place + count - 1, by: 2).map {
                    UInt16(short($0))
                }
                keyIDs += self.keyIDs(inHeader: String(decoding: units, as: UTF16.self))
            }
            place += count
        }
        return keyIDs
    }

    private static func keyIDs(inHeader header: String) -> [[UInt8]] {
        var keyIDs: [[UInt8]] = []
        for element in header.split(separator: "<").prefix(4 * mostKeys)
        where element.hasPrefix("KID>") || element.hasPrefix("KID ") {
            let parts = element.split(
                separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts[0].firstRange(of: "VALUE=").map {
                parts[0][$0.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
            }
            let text = value ?? (parts.count > 1 ? parts[1] : "")
            guard let guid = Base64.decode(Array(text.utf8)), guid.count == 16 else { continue }
            keyIDs.append([3, 2, 1, 0, 5, 4, 7, 6].map { guid[$0] } + guid[8...])
        }
        return keyIDs
    }
}
