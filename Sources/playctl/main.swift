import PlayctlCommands

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

exit(await Tool.run(Array(CommandLine.arguments.dropFirst())))
