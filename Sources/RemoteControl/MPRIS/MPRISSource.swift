#if canImport(CSystemd)
    import PlaybackControl
    import VirtualTime

    /// A player on the session bus.
    final class MPRISSource: OutsideSource {
        private let desk: MPRISDesk
        private let bus: SessionBus

        /// Publishes a player.
        ///
        /// - Parameters:
        ///   - controller: The playback controller that performs the commands of clients.
        ///   - process: The process identifier, which makes the bus name of a second player unique.
        /// - Throws: ``MPRISError`` when the session bus is unavailable.
        init(for controller: PlaybackController, process: Int32) throws(MPRISError) {
            bus = try SessionBus()
            desk = MPRISDesk(for: controller)
            let name = "org.mpris.MediaPlayer2.playctl"
            guard bus.take(name) || bus.take("\(name).instance\(process)") else {
                throw MPRISError(cause: "the name \(name) is not available")
            }
        }

        var interests: [Interest] { bus.interest.map { [$0] } ?? [] }

        // Messages that sd-bus has already read do not make the descriptor ready, so waiting for
        // the descriptor would delay them.
        var patience: Duration? { bus.hasMessages ? .zero : nil }

        func prepare() {
            for signal in desk.signals() {
                switch signal {
                case .changed(let members):
                    bus.signal(
                        MPRISMembers.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                        [.string(MPRISMembers.player), .properties(members), .strings([])])
                case .seeked(let position):
                    bus.signal(
                        MPRISMembers.path, MPRISMembers.player, "Seeked", [.int64(position)])
                }
            }
        }

        func handle(_ ready: Set<Int32>, _ act: (() -> Void) -> Void) {
            bus.process { desk.reply(to: $0, act) }
        }

        func close() {
            prepare()
            bus.close()
        }
    }
#endif
