import CAllocator
import CRevision
import PlayctlCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// With fixed thresholds of the memory allocator, peak memory depends on the media that plays, not
// on the length of its playlist.
callocator_fix_thresholds()
// If a limit on address space leaves too little memory, the tool ends with a message, not with a
// crash or an endless wait.
guard callocator_guard_memory(Tool.threadCount) != 0 else { exit(1) }
let version = ToolVersion(commit: HEADLESS_PLAYBACK_COMMIT)
let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), version: version)
// Abandoned work may still run on other threads: requests, demuxing and decryption. `exit` would
// destroy objects that it uses, such as the tables of OpenSSL, and the process would crash instead
// of ending with its code. The outputs of the tool are flushed when `run` returns.
_exit(code)
