import PlaybackControl
import VirtualTime

/// Performs the commands of the keys that are pressed in a terminal.
final class TerminalKeys: OutsideSource {
    private let controller: PlaybackController
    private let show: (String) -> Void
    private var reader = KeyReader()
    private var isOpen = true

    /// Starts to read keys; `nil` if there is no terminal.
    ///
    /// - Parameters:
    ///   - controller: The playback controller that performs the commands of the keys.
    ///   - show: Shows a text of several lines to the user.
    init?(for controller: PlaybackController, show: @escaping (String) -> Void) {
        guard Terminal.begin() else { return nil }
        self.controller = controller
        self.show = show
    }

    var interests: [Interest] {
        isOpen && Terminal.isInForeground ? [Interest(descriptor: Terminal.descriptor)] : []
    }

    var patience: Duration? { nil }

    func handle(_ ready: Set<Int32>, _ act: (() -> Void) -> Void) {
        guard ready.contains(Terminal.descriptor), isOpen, Terminal.isInForeground else { return }
        guard let bytes = Terminal.read() else {
            // The end of the input does not end playback.
            isOpen = false
            return
        }
        for key in reader.read(bytes) {
            if KeyTable.effect(of: key) == .help { show(KeyTable.help) }
            guard let view = controller.systemControls.view,
                let command = KeyTable.command(of: key, view)
            else { continue }
            act { controller.systemControls.perform(command, from: .keys) }
        }
    }

    func close() { Terminal.end() }
}
