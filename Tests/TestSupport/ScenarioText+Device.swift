/// Scenario files with a device.
extension ScenarioText {
    /// A scenario file with every key of the device, in every form that a value can have.
    public static let everyDeviceKey = #"""
        playctl: 1
        assets: [{url: a, name: film}, b]
        app:
          connection: expensive
          name: Player
          languages: [de-AT, en]
          simulator: false
          picture-in-picture: true
          background-mode: true
          audio-session: {category: playback, options: [allow-bluetooth, default-to-speaker], active: true}
          route: headphones
          external-screen: false
          free-space: 10MB
        player:
          background-audio: true
          allow-external-playback: false
          use-external-screen: true
          picture-in-picture: false
          lock-screen: {controls: true, title: Film, image: a.jpg, next-wraps-around: false}
          tells-pause-request-of-system: true
          resumes-after-interruption: true
        steps:
          - {at: 1s, connect: constrained}
          - {at: 2s, enter: inactive}
          - {at: 3s, audio-session: {category: multi-route, options: []}}
          - {at: 4s, route: airplay}
          - {at: 5s, route: {to: built-in, reason: lost}}
          - {at: 6s, interrupt: began}
          - {at: 7s, interrupt: ended-should-resume}
          - {at: 8s, interrupt: began-route-disconnected}
          - {at: 9s, interrupt: ended-unreported}
          - {at: 10s, media-services-reset: }
          - {at: 11s, memory-warning: }
          - {at: 12s, thermal: critical}
          - {at: 13s, external-screen: true}
          - {at: 14s, languages: sv}
          - {at: 15s, pip: restore}
          - {at: 16s, ad: began}
          - {at: 17s, background-audio: false}
          - {at: 18s, allow-external-playback: true}
          - {at: 19s, lock-screen: false}
          - {at: 19s, delete-in-settings: film}
          - {at: 19s, evict: 2}
          - {at: 19s, move-container: }
          - {at: 19s, free-space: 64kB}
          - {at: 20s, remote: next}
          - {at: 21s, headset: toggle}
          - {at: 22s, keys: skip -10.5}
          - {at: 23s, ipc: subtitles off}
          - {at: 24s, mpris: seek 12.5}
          - {at: 25s, mpris: item 2}
          - {at: 26s, keys: audio English}
          - {at: 27s, keys: rate 0}
        expect:
          - order: [AdSequenceEnter, AdEnter, AdExit, AdSequenceExit, didChangeNowPlaying]
          - never: {event: didChangePictureInPicture, text: failedToStart}
        """#

    /// Scenario files with a mistake that concerns the device, each with the expected error.
    static let refusedDevice: [Refused] = [
        Refused(
            "steps: [{route: earphones}]\n", 3, "steps[1].route",
            "expected one of built-in, headphones, bluetooth, airplay, airplay-audio (did you mean 'headphones'?)"
        ),
        Refused("steps: [{route: {reason: lost}}]\n", 3, "steps[1].route", "'to' is missing"),
        Refused(
            "steps: [{interrupt: end}]\n", 3, "steps[1].interrupt",
            "expected one of began, began-app-was-suspended"),
        Refused(
            "steps: [{enter: front}]\n", 3, "steps[1].enter",
            "expected one of foreground, inactive, background"),
        Refused(
            "steps: [{connect: lte}]\n", 3, "steps[1].connect",
            "expected one of wifi, cellular, expensive, constrained, none"),
        Refused(
            "steps: [{audio-session: {options: [loud]}}]\n", 3,
            "steps[1].audio-session.options[1]", "expected one of mix-with-others"),
        Refused(
            "steps: [{free-space: lots}]\n", 3, "steps[1].free-space", "expected a size such as"),
        Refused("steps: [{pip: end}]\n", 3, "steps[1].pip", "expected one of start, stop"),
        Refused("steps: [{ad: start}]\n", 3, "steps[1].ad", "expected one of began, ended"),
        Refused("steps: [{thermal: hot}]\n", 3, "steps[1].thermal", "expected one of nominal"),
        Refused(
            "steps:\n  - {remote: seek nan}\n", 4, "steps[1].remote",
            "expected 'seek' with a position in seconds from 0 on"),
        Refused(
            "steps:\n  - {keys: skip}\n", 4, "steps[1].keys",
            "expected 'skip' with a number of seconds"),
        Refused(
            "steps:\n  - {mpris: play 3}\n", 4, "steps[1].mpris", "expected 'play' with no argument"
        ),
        Refused(
            "steps:\n  - {ipc: forward}\n", 4, "steps[1].ipc",
            "expected one of play, pause, toggle"),
        Refused(
            "steps:\n  - {remote: nxt}\n", 4, "steps[1].remote", "(did you mean 'next'?)"),
        Refused(
            "player: {lock-screen: {image: a, title: ''}}\n", 3, "player.lock-screen.title",
            "expected a text with something in it"),
        Refused("app: {languages: [deutsch_de]}\n", 3, "app.languages[1]", "expected a language"),
    ]
}
