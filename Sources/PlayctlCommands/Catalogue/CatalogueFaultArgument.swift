import CommandTree
import HeadlessPlayback
import PlaybackCommands
import Scenarios
import Transport

extension ArgumentConverter<CatalogueFault> {
    /// The converter for a fault that affects calls to the playback service.
    ///
    /// Examples are `video=status:503`, `heartbeat:2-3=delay:2s` and `playlist:1=reset`.
    static let catalogueFault = ArgumentConverter(
        expectation: "CALL[:N[-M]]=EFFECT, such as video:1=status:503 or heartbeat=delay:2s"
    ) { text in
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let subject = sides[0].split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let call = ServiceCall(rawValue: String(subject[0])),
            let fault = effect(sides[1])
        else { return nil }
        var rule = FaultRule(call.pattern(), fault: fault)
        if subject.count == 2 {
            guard let occurrences = occurrences(subject[1]) else { return nil }
            rule.occurrences = occurrences
        }
        return CatalogueFault(text: text, rule: rule)
    }

    private static func effect(_ text: Substring) -> ResourceFault? {
        if text == "reset" { return .reset() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "status": return number(parts[1], 100...599).map { .status($0) }
        case "delay":
            let time = ArgumentConverter<MediaTime>.interval.convert(String(parts[1]))
            return time.map { .delay(Duration(playing: $0, at: .normal)) }
        default: return nil
        }
    }

    /// Parses the occurrences `N` or `N-M`, counted from 1, into a range that counts from 0.
    private static func occurrences(_ text: Substring) -> Range<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let bounds = 1...1_000_000
        guard (1...2).contains(ends.count), let first = number(ends[0], bounds),
            let last = number(ends[ends.count - 1], bounds), first <= last
        else { return nil }
        return first - 1..<last
    }

    private static func number(_ text: Substring, _ bounds: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            bounds.contains(number)
        else { return nil }
        return number
    }
}
