import CAllocator
import CRevision
import CommandTree
import PlayctlCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// Fixes the thresholds of the memory allocator, so that peak memory depends on the media, not on
// the length of the playlist.
callocator_fix_thresholds()
// If a limit on address space leaves too little memory, the tool ends with a message, not with a
// crash or an endless wait.
guard callocator_guard_memory(Tool.threadCount) != 0 else { exit(1) }
let tool = Tool(.playctl, version: ToolVersion(commit: HEADLESS_PLAYBACK_COMMIT))
let code = await tool.run(Array(CommandLine.arguments.dropFirst()))
// Abandoned work (requests, demuxing and decryption) may still run on other threads. `exit` would
// destroy objects that this work uses, such as the tables of OpenSSL, and the process would crash
// instead of ending with its exit code. The outputs of the tool are flushed when `run` returns.
_exit(code)
