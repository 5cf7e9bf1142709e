import CAllocator
import CRevision
import CommandTree
import PlaybackCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// `Sources/playctl/main.swift` gives the reasons for these steps.
callocator_fix_thresholds()
guard callocator_guard_memory(Tool.threadCount) != 0 else { exit(1) }
let tool = Tool(.firstLook, version: ToolVersion(commit: HEADLESS_PLAYBACK_COMMIT))
_exit(await tool.run(Array(CommandLine.arguments.dropFirst())))
