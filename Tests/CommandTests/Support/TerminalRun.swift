import Foundation
import Testing

/// A run of the tool on a pseudo-terminal, as the foreground job of a shell.
///
/// A Python script acts as the terminal and the shell: it sends keys and signals when the output
/// contains a text, and reads the modes of the terminal.
struct TerminalRun {
    /// A step that the simulated user performs at the terminal.
    enum Step {
        /// Waits until the output since the previous step of this kind contains a text.
        case await(String)
        /// Presses keys.
        case keys(String)
        /// Sends a signal to the tool.
        case signal(Int32)
        /// Records whether the terminal modes equal the modes of the shell.
        case modes
        /// Waits until the tool is suspended, and records the terminal modes.
        case awaitStop
        /// Continues the tool in the foreground, as `fg` does.
        case foreground
        /// Waits a number of milliseconds.
        case pause(Int)

        fileprivate var object: [Any] {
            switch self {
            case .await(let text): ["await", text]
            case .keys(let text): ["keys", text]
            case .signal(let number): ["signal", Int(number)]
            case .modes: ["modes"]
            case .awaitStop: ["stop"]
            case .foreground: ["foreground"]
            case .pause(let milliseconds): ["pause", milliseconds]
            }
        }
    }

    /// The exit code; the negative signal number if a signal ended the tool.
    let status: Int
    /// The text on the terminal.
    let output: String
    /// Whether the terminal modes equal the modes of the shell, at each check and at the end.
    let modes: [Bool]
    /// The step at which the script gave up; `nil` when all steps were done.
    let failure: String?

    /// Runs the tool to its end.
    init(_ arguments: [String], in directory: String, _ steps: [Step]) throws {
        let plan = try JSONSerialization.data(withJSONObject: steps.map(\.object))
        let outcome = try Playctl(
            command: [
                "/usr/bin/env", "python3", "-c", Self.script,
                String(decoding: plan, as: UTF8.self), Playctl.path,
            ] + arguments, in: directory
        ).wait()
        let result = try #require(
            try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
            "\(outcome.output) \(outcome.errors)")
        status = result["status"] as? Int ?? -1000
        output = result["output"] as? String ?? ""
        modes = result["modes"] as? [Bool] ?? []
        failure = result["failure"] as? String
    }

    private static let script = #"""
        import fcntl, json, os, pty, select, signal, sys, termios, time
        plan, command = json.loads(sys.argv[1]), sys.argv[2:]
        master, slave = pty.openpty()
        shell_modes = termios.tcgetattr(slave)
        reports, report = os.pipe()
        orders, order = os.pipe()
        shell = os.fork()
        if shell == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            job = os.fork()
            if job == 0:
                os.setpgid(0, 0)
                os.tcsetpgrp(slave, os.getpid())
                for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGPIPE, signal.SIGHUP,
                               signal.SIGTERM):
                    signal.signal(number, signal.SIG_DFL)
                for descriptor in (0, 1, 2):
                    os.dup2(slave, descriptor)
                os.closerange(3, 64)
                os.execv(command[0], command)
            os.write(report, b"J%d\n" % job)
            while True:
                _, state = os.waitpid(job, os.WUNTRACED)
                os.tcsetpgrp(slave, os.getpgrp())
                if os.WIFSTOPPED(state):
                    os.write(report, b"S\n")
                    os.read(orders, 1)
                    os.tcsetpgrp(slave, job)
                    os.kill(job, signal.SIGCONT)
                    continue
                end = -os.WTERMSIG(state) if os.WIFSIGNALED(state) else os.WEXITSTATUS(state)
                os.write(report, b"E%d\n" % end)
                time.sleep(60)
        output, mark, told, modes, failure = b"", 0, b"", [], None
        def look(until, seconds=20):
            global output, told
            limit = time.time() + seconds
            while not until():
                if time.time() > limit:
                    return False
                ready, _, _ = select.select([master, reports], [], [], 0.05)
                if master in ready:
                    output += os.read(master, 65536)
                if reports in ready:
                    told += os.read(reports, 4096)
            return True
        def are_shell_modes():
            now = termios.tcgetattr(slave)
            return now[:4] == shell_modes[:4]
        def lines(letter):
            return [l[1:] for l in told.decode().split("\n") if l.startswith(letter)]
        stops = 0
        look(lambda: lines("J"))
        job = int(lines("J")[0])
        for step in plan:
            kind = step[0]
            done = True
            if kind == "await":
                done = look(lambda: step[1].encode() in output[mark:])
                if done:
                    mark += output[mark:].index(step[1].encode()) + len(step[1])
            elif kind == "keys":
                os.write(master, step[1].encode())
            elif kind == "signal":
                os.kill(job, step[1])
            elif kind == "modes":
                modes.append(are_shell_modes())
            elif kind == "stop":
                stops += 1
                done = look(lambda: len(lines("S")) >= stops)
                modes.append(are_shell_modes())
            elif kind == "foreground":
                os.write(order, b"x")
            elif kind == "pause":
                look(lambda: False, step[1] / 1000)
            if not done:
                failure = str(step)
                break
        if failure or not look(lambda: lines("E")):
            failure = failure or "the end"
            os.kill(job, signal.SIGKILL)
            look(lambda: lines("E"), 5)
        look(lambda: False, 0.05)
        modes.append(are_shell_modes())
        status = int(lines("E")[0]) if lines("E") else -1000
        print(json.dumps({"status": status, "output": output.decode("utf-8", "replace"),
                          "modes": modes, "failure": failure}))
        os.kill(shell, signal.SIGKILL)
        """#
}
