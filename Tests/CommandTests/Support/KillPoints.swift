#if os(Linux)
    import Foundation
    import TestSupport

    /// The system calls that change files, and runs of a command that are killed at such a call.
    struct KillPoints {
        /// A system call, identified by its name and its number.
        ///
        /// Each thread counts its calls of this name separately. If several threads reach the
        /// number, the point is the call of the thread that reaches the number first.
        struct Point: CustomStringConvertible, Hashable {
            let call: String
            let count: Int

            var description: String { "\(call) \(count)" }
        }

        /// Whether processes may be traced here.
        static let isAvailable = ShellCommand.succeeds(
            "strace -f -qq -o /dev/null -e trace=write /bin/true")

        private static let calls = [
            "write", "pwrite64", "ftruncate", "fsync", "fdatasync", "rename", "renameat",
            "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "link", "linkat", "fchmodat",
            "rmdir",
        ]

        /// Runs a command to its end, and lists the calls that the command makes.
        static func find(_ command: [String], in scratch: ScratchFolder) throws -> [Point] {
            let log = scratch.path + "/calls"
            let names = calls.joined(separator: ",")
            let run = try Playctl(
                command: ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(names)"] + command
            ).wait()
            guard run.status == 0 else { throw Failure(text: run.errors) }
            // Each thread counts its own calls.
            var counts: [String: [Substring: Int]] = [:]
            for line in scratch.text("calls").split(separator: "\n") {
                let fields = line.split(separator: " ", maxSplits: 1)
                guard fields.count == 2 else { continue }
                let rest = fields[1].drop { $0 == " " }
                guard let end = rest.firstIndex(of: "(") else { continue }
                counts[String(rest[..<end]), default: [:]][fields[0], default: 0] += 1
            }
            return counts.sorted { $0.key < $1.key }.flatMap { call, threads in
                (0..<(threads.values.max() ?? 0)).map { Point(call: call, count: $0 + 1) }
            }
        }

        /// Runs a command, and kills it when it makes a given call.
        static func kill(_ command: [String], at point: Point) throws -> Playctl.Outcome {
            let fault = "inject=\(point.call):signal=SIGKILL:when=\(point.count)"
            return try Playctl(
                command: [
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(point.call)", "-e",
                    fault,
                ] + command
            ).wait()
        }

        struct Failure: Error {
            let text: String
        }
    }
#endif
