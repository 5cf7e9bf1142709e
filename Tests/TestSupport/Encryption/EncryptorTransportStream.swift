import Containers
package import ContentProtection
import HeadlessPlayback

/// An encryptor for the samples of a transport stream; it multiplexes the stream again.
///
/// Reference: Apple's MPEG-2 Stream Encryption Format for HTTP Live Streaming.
package struct EncryptorTransportStream {
    package var key: [UInt8] = Array("a key of a stream".utf8.prefix(16))
    package var vector: [UInt8] = Array("vector of stream".utf8)
    /// Whether the program map declares the streams as encrypted.
    package var announces = true
    /// Whether transport packets with payload, except those with a clock reference, are sent twice.
    package var repeatsPackets = false

    private struct Unit {
        var identifier: Int
        var clock: [UInt8]
        var bytes: [UInt8]
    }

    private static let types: [UInt8: (encrypted: UInt8, name: String)] = [
        0x1B: (0xDB, "zavc"), 0x0F: (0xCF, "aacd"), 0x81: (0xC1, "ac3d"), 0x87: (0xC2, "ec3d"),
    ]

    private var counters: [Int: UInt8] = [:]
    private var output: [UInt8] = []

    package init() {}

    /// Encrypts a segment that FFmpeg multiplexed, where each table fits into one packet.
    package mutating func encrypt(_ stream: [UInt8]) throws -> [UInt8] {
        output = []
        counters = [:]
        var streams: [Int: UInt8] = [:]
        var units: [Unit] = []
        var tables: [Int: [UInt8]] = [:]
        var open: [Int: Int] = [:]
        for start in stride(from: 0, to: stream.count, by: 188) {
            let packet = Array(stream[start..<start + 188])
            let identifier = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
            let field = packet[3] & 0x20 != 0 ? 1 + Int(packet[4]) : 0
            let payload = Array(packet[(4 + field)...])
            let startsUnit = packet[1] & 0x40 != 0
            if identifier == 0 {
                tables[0] = payload
            } else if startsUnit, payload.starts(with: [0, 2]) {
                tables[identifier] = payload
                streams.merge(Self.streams(in: payload)) { $1 }
            } else if startsUnit, streams[identifier] != nil {
                // The clock reference of six bytes follows the flags.
                let hasClock = field > 7 && packet[5] & 0x10 != 0
                open[identifier] = units.count
                units.append(
                    Unit(
                        identifier: identifier, clock: hasClock ? Array(packet[6..<12]) : [],
                        bytes: payload))
            } else if let index = open[identifier] {
                units[index].bytes += payload
            }
        }
        for (identifier, payload) in tables.sorted(by: { $0.key < $1.key }) {
            let table = identifier == 0 || !announces ? payload : Self.announce(payload)
            write(Self.padded(table), identifier: identifier, clock: [], startsUnit: true)
        }
        for unit in units {
            guard let type = streams[unit.identifier] else { continue }
            try write(encrypt(unit, type: type))
        }
        return output
    }

    private static func streams(in payload: [UInt8]) -> [Int: UInt8] {
        var streams: [Int: UInt8] = [:]
        let end = 1 + 3 + (Int(payload[2] & 0x0F) << 8 | Int(payload[3])) - 4
        var index = 13 + Int(payload[12])
        while index < end {
            streams[Int(payload[index + 1] & 0x1F) << 8 | Int(payload[index + 2])] = payload[index]
            index += 5 + Int(payload[index + 4])
        }
        return streams
    }

    /// Changes the stream types in a program map to encrypted types, and adds their descriptors.
    private static func announce(_ payload: [UInt8]) -> [UInt8] {
        let end = 1 + 3 + (Int(payload[2] & 0x0F) << 8 | Int(payload[3])) - 4
        var index = 13 + Int(payload[12])
        var section = Array(payload[1..<index])
        while index < end {
            let next = index + 5 + Int(payload[index + 4])
            guard let (type, name) = types[payload[index]] else {
                section += payload[index..<next]
                index = next
                continue
            }
            var descriptors = [0x0F, 4] + Array(name.utf8) + payload[(index + 5)..<next]
            if type != 0xDB { descriptors += [0x05, 8] + Array("apadzaac".utf8) }
            section += [type] + payload[index + 1..<index + 3]
            section += [0xF0, UInt8(descriptors.count)] + descriptors
            index = next
        }
        let count = section.count + 4 - 3
        section[1] = 0xB0 | UInt8(count >> 8)
        section[2] = UInt8(count & 0xFF)
        return [0] + section + bigEndian(Int(CyclicRedundancy.section(section.span)), 4)
    }

    private static func padded(_ table: [UInt8]) -> [UInt8] {
        let table = Array(table.prefix(184))
        return table + [UInt8](repeating: 0xFF, count: 184 - table.count)
    }

    private func encrypt(_ unit: Unit, type: UInt8) throws -> Unit {
        var unit = unit
        let header = 9 + Int(unit.bytes[8])
        let contents = Array(unit.bytes[header...])
        var encrypted: [UInt8]
        switch type {
        case 0x1B: encrypted = try encryptVideo(contents)
        case 0x0F: encrypted = try Self.encryptAudio(contents, .aac, key: key, vector: vector)
        case 0x81: encrypted = try Self.encryptAudio(contents, .ac3, key: key, vector: vector)
        default: encrypted = try Self.encryptAudio(contents, .enhancedAC3, key: key, vector: vector)
        }
        let length = Int(unit.bytes[4]) << 8 | Int(unit.bytes[5])
        var start = Array(unit.bytes[..<header])
        if length > 0 {
            start.replaceSubrange(4..<6, with: bigEndian(header - 6 + encrypted.count, 2))
        }
        if header - 6 + encrypted.count > 0xFFFF { start.replaceSubrange(4..<6, with: [0, 0]) }
        unit.bytes = start + encrypted
        return unit
    }

    private func encryptVideo(_ stream: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        var cipher = try SampleCipher(key: key, vector: vector, .encrypt)
        var index = 0
        while index < stream.count {
            // The NAL unit follows its start code.
            let code = index + (stream[index..<index + 3].elementsEqual([0, 0, 1]) ? 3 : 4)
            var end = code
            while end < stream.count {
                let isCode = end + 2 < stream.count && stream[end] == 0 && stream[end + 1] == 0
                if isCode, stream[end + 2] == 1 { break }
                if isCode, end + 3 < stream.count, stream[end + 2] == 0, stream[end + 3] == 1 {
                    break
                }
                end += 1
            }
            result += stream[index..<code]
            var unit = Array(stream[code..<end])
            index = end
            let type = unit[0] & 0x1F
            if unit.count > 48, type == 1 || type == 5 {
                var blocks: [Int] = []
                var place = 32
                while unit.count - place > 16 {
                    blocks.append(place)
                    place += 160
                }
                var chain = blocks.flatMap { unit[$0..<$0 + 16] }
                try cipher.apply(to: &chain, in: chain.indices)
                for (number, block) in blocks.enumerated() {
                    unit.replaceSubrange(
                        block..<block + 16, with: chain[number * 16..<number * 16 + 16])
                }
                unit = Self.preventEmulation(unit)
            }
            result += unit
        }
        return result
    }

    package static func preventEmulation(_ unit: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros == 2, byte <= 3 {
                result.append(3)
                zeros = 0
            }
            result.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return result
    }

    /// Encrypts successive frames.
    package static func encryptAudio(
        _ stream: [UInt8], _ codec: AudioCodec, key: [UInt8], vector: [UInt8]
    ) throws -> [UInt8] {
        var stream = stream
        var cipher = try SampleCipher(key: key, vector: vector, .encrypt)
        var index = 0
        while let frame = AudioFrame(codec, at: index, in: stream) {
            let end = index + frame.byteCount
            let start = min(index + frame.leaderCount, end)
            try cipher.apply(to: &stream, in: start..<end)
            index = end
        }
        return stream
    }

    private mutating func write(_ unit: Unit) {
        write(unit.bytes, identifier: unit.identifier, clock: unit.clock, startsUnit: true)
    }

    private mutating func write(
        _ bytes: [UInt8], identifier: Int, clock: [UInt8], startsUnit: Bool
    ) {
        var rest = bytes[...]
        var isFirst = startsUnit
        while !rest.isEmpty {
            var field: [UInt8] = isFirst && !clock.isEmpty ? [7, 0x10] + clock : []
            let part = rest.prefix(184 - field.count)
            rest = rest.dropFirst(part.count)
            var missing = 184 - field.count - part.count
            if missing > 0, field.isEmpty {
                field = missing == 1 ? [0] : [1, 0]
                missing -= field.count
            }
            if missing > 0 {
                field[0] += UInt8(missing)
                field += [UInt8](repeating: 0xFF, count: missing)
            }
            let counter = counters[identifier, default: 0]
            counters[identifier] = (counter + 1) & 0x0F
            let packet: [UInt8] =
                [0x47, (isFirst ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
                + [(field.isEmpty ? 0x10 : 0x30) | counter] + field + part
            output += packet
            if repeatsPackets, identifier >= 0x100, clock.isEmpty || !isFirst { output += packet }
            isFirst = false
        }
    }
}
