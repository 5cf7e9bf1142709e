import Containers
import Driver

/// Passes bytes to the readers that only the lint rules use: captions, HEVC records and boxes.
///
/// Every reader must finish, and must not report a structure outside the bytes.
private func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    readCaptions(input)
    readRecord(input)
    readBoxes(input)
    return 0
}

/// The permitted values of the attribute INSTREAM-ID.
private let names = Set((1...4).map { "CC\($0)" } + (1...63).map { "SERVICE\($0)" })

private func captions(_ input: [UInt8], isTransportStream: Bool = false) -> Set<String> {
    guard let found = EmbeddedCaptions(MemoryInput(input), isTransportStream: isTransportStream)
    else { fatalError("bytes in memory cannot be read") }
    guard found.services.isSubset(of: names) else { fatalError("\(found.services)") }
    return found.services
}

/// Fails when inserting bytes before the input changes the captions found in the input.
///
/// The function also fails when reading the input as a transport stream finds additional captions.
private func readCaptions(_ input: [UInt8]) {
    let services = captions(input)
    for lead in [1, 7] where captions(Array(repeating: 0x55, count: lead) + input) != services {
        fatalError("other captions after \(lead) bytes")
    }
    guard captions(input, isTransportStream: true).isSubset(of: services) else {
        fatalError("a packet adds captions")
    }
}

/// Fails when a unit extends beyond the record, or starts before the end of the previous unit.
private func readRecord(_ input: [UInt8]) {
    var end = 0
    for unit in HEVCConfiguration(input.span).units {
        guard unit.type < 64, unit.bytes.lowerBound >= end, unit.bytes.upperBound <= input.count
        else { fatalError("a unit of \(unit.bytes)") }
        end = unit.bytes.upperBound
        readSet(Array(input[unit.bytes]))
    }
    readSet(input)
}

private func readSet(_ unit: [UInt8]) {
    guard let set = HEVCParameterSet(unit: unit.span) else { return }
    guard set.width > 0, set.height > 0, set.transfer.map({ (0...255).contains($0) }) ?? true else {
        fatalError("\(set)")
    }
}

/// Fails when samples have a negative position, or a duration of more than 32 bits.
private func readBoxes(_ input: [UInt8]) {
    let movie = try? MovieStructure(MemoryInput(input))
    guard let fragments = try? FragmentStructure(MemoryInput(input), movie: movie),
        fragments.missingBytes >= 0
    else { fatalError("bytes in memory cannot be read") }
    for run in fragments.runs {
        if let data = run.data, data.lowerBound < 0 { fatalError("samples at \(data)") }
        if let longest = run.longest, longest.duration > UInt32.max { fatalError("\(longest)") }
    }
    _ = fragments.outside
}

@main
enum StructureFuzzMain {
    static func main() {
        fuzz(fuzzOne)
    }
}
