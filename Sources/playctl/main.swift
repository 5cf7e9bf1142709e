import CAllocator
import CRevision
import PlayctlCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Peak memory is that of what plays, not of how long its playlist is.
callocator_fix_thresholds()
// A limit on address space ends in a message rather than in a crash or an endless wait.
guard callocator_guard_memory(Tool.threadCount) != 0 else { exit(1) }
let version = ToolVersion(commit: HEADLESS_PLAYBACK_COMMIT)
let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), version: version)
// Requests that were given up may still be under way on other threads, and what `exit` tears down
// must not be taken from under them.
if code == Tool.interruptedCode { _exit(code) }
exit(code)
