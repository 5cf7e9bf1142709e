import Foundation

/// Runs an event loop or playback sessions on a virtual clock, to be timed by another program.
///
///     core-bench loop COUNT                          events of one loop, one after another
///     core-bench play PLAYLIST                       one session
///     core-bench many PLAYLIST SESSIONS THREADS      sessions, each in a separate simulation
///
/// Prints the number of events (`loop`) or of progress callbacks (`play` and `many`).
@main
enum CoreBench {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        switch (arguments.first, arguments.count) {
        case ("loop", 2):
            guard let count = Int(arguments[1]) else { refuse() }
            print(EventChain.run(count))
        case ("play", 2):
            guard let ticks = Playback(arguments[1]).run() else { fail(arguments[1]) }
            print(ticks)
        case ("many", 4) where numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0:
            guard let ticks = Fleet(arguments[1]).run(numbers[0], threads: numbers[1]) else {
                fail(arguments[1])
            }
            print(ticks)
        default: refuse()
        }
    }

    private static func refuse() -> Never {
        print("usage: core-bench loop COUNT | play PLAYLIST | many PLAYLIST SESSIONS THREADS")
        exit(2)
    }

    private static func fail(_ path: String) -> Never {
        print("\(path) was not played to its end")
        exit(1)
    }
}
