import HeadlessPlayback
import PlaybackControl
import Scenarios

extension ScenarioStage {
    /// Performs an action of the device.
    func perform(_ action: DeviceAction, _ place: Int) {
        if case .command(let command, let source) = action {
            return perform(command, from: source, of: action)
        }
        var performer = DevicePerformer(
            device: device, controller: controller, isRunning: isRunning, tokens: tokens,
            storePath: storePath)
        if let reason = performer.perform(action) { fail(place, reason) }
        storePath = performer.storePath
    }

    /// Returns a list with only the video at a given location; `nil` when there is none.
    func video(at location: String) -> [Video]? {
        scenario.assets.place(at: location).map { [videos[$0]] }
    }

    private func perform(
        _ command: SystemControls.Command, from source: SystemControls.Source,
        of action: DeviceAction
    ) {
        let session = currentNumber
        let answer = controller.systemControls.perform(command, from: source)
        guard answer == .success else {
            return chronicle.write(
                Happening(
                    .outsideAnswer(answer), at: world.loop.now, session: session,
                    name: "<< \(source.rawValue) \(answer)"))
        }
        if let place = ScenarioStep.Action.device(action).location.flatMap(scenario.assets.place) {
            dropped.takeUp([videos[place]], of: [place])
        }
        if let session, session != currentNumber { takenAway.insert(session) }
        if command == .quit { endRun() }
    }
}
