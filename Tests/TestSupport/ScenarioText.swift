/// Files of scenarios, for tests of the reader and of the schema.
public enum ScenarioText {
    /// A file that has every key and every form of a value.
    public static let everyKey = #"""
        # yaml-language-server: $schema=playctl.schema.json
        playctl: 1
        name: everything at once
        tags: [ads, smoke-1]
        seed: 42
        time-limit: 2h
        silence-limit: 00:01:30
        assets:
          - film/index.m3u8
          - url: other/index.m3u8
            name: other
            cue-points:
              - {time: before, type: AdSlot, name: pre-roll}
              - {time: 10s, name: mid, properties: {weight: 3, list: [1, a, true, null]}}
              - {time: after}
            text-tracks:
              - {src: no.vtt, srclang: no, label: Norsk, kind: captions, duration: 20s, default: true, mime-type: text/vtt}
              - {src: subs, srclang: pt-BR, label: Brasil, type: m3u8}
            properties: {id: "17", duration: 20000}
        player:
          profile: default
          auto-play: false
          auto-advance: true
          rate: 1.5
          caption-persistence: false
          progress-interval: 500ms
          cue-point-interval: 0s
          verification: decode
          peak-bitrate: 2.4Mbps
          buffer: {method: none, minimum: 10s, maximum: 1m}
          recovery: {playlist-retries: 0, segment-retries: 5, key-retries: 1, key-timeout: 10s, first-delay: 250ms, longest-delay: 4s, longest-server-delay: 1m, missing-segment: skip, damaged-segment: skip, missing-subtitles: skip}
          audio: [no, en]
          subtitles: no
          characteristics: [public.accessibility.describes-video]
          offline-subtitles: de
          tells-play-before-ready: true
          tells-pause-at-end: false
          seekable-window: 5m
        keys:
          given: {keys/1.bin: "00112233445566778899001122334455", "skd://a": "0x00112233445566778899aabbccddeeff"}
          single: "ffffffffffffffffffffffffffffffff"
          policies: {film: {key: "00112233445566778899001122334455", terms: {rentalDuration: 86400}, lease: 600, concurrency: 2}}
          server-latency: 90ms
          optional: true
        network:
          rate: 3Mbps
          latency: 60ms
          loss: 0.2%
          response-head: usual
          steps: [{at: 10m, rate: 600kbps}, {at: 11m, rate: unlimited}]
          outages: [1m..1m10s, {from: 10m30s, to: 12m}, 3h..]
        faults:
          - {match: {location: "seg*.ts", kind: segment}, occurrences: 2, do: {status: 503, retry-after: 2s}}
          - {match: "*.m3u8", occurrences: 1..3, during: 10m..12m, do: hang}
          - {match: {kind: [key, other], range-start: 64kB}, do: {truncate: 50%}}
          - {do: {truncate: 1KiB}}
          - {do: {reset-after: 100}}
          - {do: {zeroed: all}}
          - {do: {zeroed: {from: 10, to: 1kB}}}
          - {do: {slow: 64k}}
          - {do: {delay: 3s}}
          - {do: stale}
          - {do: wrong-key}
        app: {connection: cellular, date: 2026-02-01T10:00:00Z}
        steps:
          - play
          - {at: 10s, pause: }
          - {after: 2s, play: true}
          - {at: {position: 5m}, seek: 7m}
          - {at: {event: Ready, nth: 2, session: 2, text: a, during: 1s..}, seek: {to: 1m, tolerance: 0s}}
          - seek: {to: 2m, tolerance-before: 1s, tolerance-after: 0s}
          - at: start
            rate: 2
          - advance
          - set-videos: [other, 1]
          - insert: {asset: 2, after: 0}
          - select: {audio: no}
          - select: {subtitles: off}
          - resume: {at: 1m, auto-play: false}
          - peak-bitrate: 800000
          - external-playback: true
          - connect: none
          - enter: background
          - kill: reboot
          - launch
          - relaunch: swiped-away
          - download: {asset: other, bitrate: 800k, name: Other, purchase: false, rental-duration: 48h, play-duration: 2h, subtitles: [no]}
          - pause-download: 1
          - resume-download: 1
          - cancel-download: 1
          - delete-download: 1
          - play-download: other
          - preload-licence: 1
          - renew-licence: {asset: 1, purchase: true}
        expect:
          - cue-points: once
          - cue-points: passed
          - cue-points: none
          - cue-points: [before, 10s, {time: 20s, name: mid, type: AdSlot}]
          - cue-points: {passed: [after], tolerance: 200ms}
          - order: [Ready, {event: didPassCuePoints, text: mid}, End]
          - count: {event: didProgressTo, times: 5..10, session: 1}
          - never: Fail
          - duration: 20s
          - duration: {is: 20s, tolerance: 100ms}
          - end
          - end: false
          - variants: [400k, 1200000]
          - subtitles: [Hei, {text: "No", from: 1s, to: 2s}]
          - subtitles: {shown: [Hei], tolerance: 1s}
          - requests: {location: "*.ts", kind: segment, times: 2..}
          - no-network
          - no-network:
          - licences: [200, 503]
          - errors: []
          - errors: [69401, {domain: PlaybackSessionErrorDomain, code: -5}]
          - allow: {account: stalled-through, up-to: 2s}
          - download: {asset: 1, ends: playable}
        known-issues:
          - {code: lint.end-missing, text: End, bug: "https://example.com/1", sometimes: true}
          - {code: expect.never, text: line 7, times: 2}
        thresholds:
          startup-time: "< 1.5s"
          rebuffering-ratio: [< 0.5%, ">= 0%"]
          mean-bitrate: ">= 2Mbps"
          wasted-bytes: < 10MB
          switches: <= 3
        """#

    /// A scenario file with all keys that describe a broadcast, and all forms of their values.
    public static let everyLiveKey = #"""
        playctl: 1
        assets:
          - name: news
            live:
              source: [film/index.m3u8, other/index.m3u8]
              id: news-24
              on-air: 2026-05-01T12:00:00Z
              ran-for: 2h
              ends: {after: 40m, as: removed}
              loop: continuous
              timestamps: {start: 26h29m, tfdt-bits: 64}
              window: {type: sliding, segments: 6}
              target-duration: 6s
              server-control: {hold-back: 18s, block: true, part-hold-back: 3s, can-skip-until: 36s, skip-dateranges: true}
              rendition-reports: true
              parts: {target: 1s, independent: all, hints: false}
              broken-blocking: ignores-part
              date-time: {every: discontinuity, skew: -500ms, drift: -20ppm, steps: [{at: 10m, by: -2s}]}
              encoder: {delay: 200ms, jitter: 100ms, seed: 7, first-sequence: 2147483647}
              renditions:
                - {match: "*audio*", msn-offset: 3, lag: 1500ms, discontinuity-sequence: absent}
                - {match: "*video*", discontinuity-sequence: -1, target-duration: 9s, report-offset: -2}
                - {match: "*", discontinuity-sequence: exact, playlist-type: absent}
              breaks:
                - {at: 5m, every: 10m, source: ads/a.m3u8, duration: 30s, markers: [daterange, cue-out], discontinuity: true}
                - {at: 1m, source: ads/b.m3u8, duration: 10s, markers: [], discontinuity: false}
              faults:
                - {at: 3m, late-segment: 4s}
                - {segments: 40..44, gap: }
                - {segments: 50, missing: true}
                - {part: {segment: 51, index: 2}, missing: }
                - {from: 8m, to: 9m, outage: silence}
                - {from: 9m, to: 10m, outage: gap}
                - {at: 12m, restart: {sequence: reset, discontinuity: false, new-init: true}}
                - {at: 15m, target-duration: 9s}
                - {at: 16m, uri-change: }
                - {from: 20m, to: 21m, missing-marks: }
                - {from: 25m, to: 26m, late-daterange: 20s}
                - {at: 20m, timestamp-jump: -1h, tagged: false}
              edges:
                pick: alternate
                seed: 3
                list:
                  - {lag: 0s}
                  - {lag: 13s, ttl: 2s, segments-lag: 3s, outage: [{from: 4m, to: 5m, status: 404}, {from: 6m, to: 7m}]}
          - {live: {source: a.m3u8, id: b, window: {length: 1m}}}
          - {live: {source: a.m3u8, id: c, window: {type: event}, ends: {after: 1m}, edges: {list: [{outage: [{from: 1s, to: 2s}]}]}}}
        player:
          live: {profile: hls.js, low-latency: false, dvr-from: 2m, behind: window-start, load-while-paused: true, stale-after: 3.5, cue-points-from: [daterange, cue-out, scte35], catch-up: {sigmoid: {highest: 1.5}}}
        steps:
          - {at: 30s, pause-for: 10m}
          - seek-to-live
          - {at: 14m, seek-back: 90s}
          - {at: 15m, seek-to-live: }
          - {at: 16m, stop: }
        expect:
          - requests: {location: "*video*.m3u8*", at: [0s, 6s, 12s], within: 1ms, during: 0s..15s}
          - seekable: {at: 60s, from: 12s, to: 54s, tolerance: 100ms}
          - latency: {from: 30s, to: 30m, below: 22s}
          - latency: {below: 1m}
          - rate: {from: 30s, to: 30m, at-least: 1, at-most: 1.5, reaches: 1.05}
          - duration: {at: 39m, is: indefinite}
          - duration: indefinite
          - jumps: 1
          - altered-playlists: 0..1
          - allow: {account: expired, up-to: 10m}
          - allow: {account: never-listed, up-to: 1s}
          - allow: {account: gap, up-to: 20s}
        """#

    /// A file that reader and schema must refuse.
    public struct Refused: Sendable, CustomStringConvertible {
        /// The whole file, or the text after the first two lines, which many files have in common.
        public let text: String
        /// The line at fault.
        public let line: Int
        /// The keys that lead to the value at fault.
        public let path: String
        /// A part of the message.
        public let message: String

        init(_ text: String, _ line: Int, _ path: String, _ message: String) {
            self.text = text
            self.line = line
            self.path = path
            self.message = message
        }

        /// The whole file.
        public var file: String {
            text.hasPrefix("playctl") ? text : "playctl: 1\nassets: [{url: a, name: film}]\n" + text
        }

        /// The text, which names the case in test reports.
        public var description: String { text }
    }

    private static func live(_ fields: String, _ path: String, _ message: String) -> Refused {
        Refused(
            "playctl: 1\nassets: [{live: {\(fields)}}]\n", 2, "assets[1].live\(path)", message)
    }

    /// The refused files, one for each kind of mistake.
    public static let refused: [Refused] = refusedParts + refusedService + refusedDevice

    private static let refusedParts: [Refused] = [
        Refused("asets: []\n", 3, "", "unknown key 'asets'; did you mean 'assets'?"),
        Refused(
            "qqqqq: 1\n", 3, "", "unknown key 'qqqqq'; the known keys here are: playctl, name, tags"
        ),
        Refused(
            "playctl: 2\nassets: [a]\n", 1, "playctl",
            "expected 1, the version that is read ('playctl schema' describes it), not '2'"),
        Refused("playctl: '1'\nassets: [a]\n", 1, "playctl", "not the text '1'"),
        Refused("playctl: 1\nname: a\n", 1, "", "'assets' is missing"),
        Refused("playctl: 1\nassets: []\n", 2, "assets", "expected a list with something in it"),
        Refused("playctl: 1\nassets: film\n", 2, "assets", "expected a list, not 'film'"),
        Refused(
            "playctl: 1\nassets: [{name: a}]\n", 2, "assets[1]",
            "one of these is missing: url, live"),
        Refused(
            "playctl: 1\nassets:\n  - a\n  - url: b\n    nmae: x\n", 5, "assets[2]",
            "did you mean 'name'?"),
        Refused(
            "playctl: 1\nassets:\n  - url: b\n    cue-points: [{type: x}]\n", 4,
            "assets[1].cue-points[1]", "'time' is missing"),
        Refused(
            "playctl: 1\nassets:\n  - url: b\n    cue-points: [{time: 10}]\n", 4,
            "assets[1].cue-points[1].time", "expected a time such as"),
        Refused(
            "playctl: 1\nassets:\n  - url: b\n    text-tracks: [{src: a.vtt, label: x}]\n", 4,
            "assets[1].text-tracks[1]", "'srclang' is missing"),
        Refused(
            "playctl: 1\nassets:\n  - url: b\n    text-tracks: [{src: a.vtt, label: x, srclang: 'n o'}]\n",
            4, "assets[1].text-tracks[1].srclang", "expected a language such as en or pt-BR"),
        Refused(
            "playctl: 1\nassets:\n  - url: b\n    text-tracks: [{src: a.vtt, label: x, srclang: no, kind: caption}]\n",
            4, "assets[1].text-tracks[1].kind", "did you mean 'captions'?"),
        live("source: a", "", "'id' is missing"),
        live("id: News, source: a", ".id", "expected a name of small letters"),
        live("id: a, source: a, parts: {hints: false}", ".parts", "'target' is missing"),
        live(
            "id: a, source: a, timestamps: {tfdt-bits: 33}", ".timestamps.tfdt-bits",
            "expected 32 or 64"),
        live("id: a, source: a, timestamps: {start: -1h}", ".timestamps.start", "expected a time"),
        live(
            "id: a, source: a, loop: seamless", ".loop",
            "expected one of discontinuity, continuous"),
        live(
            "id: a, source: a, faults: [{at: 1m, timestamp-jump: 60}]",
            ".faults[1].timestamp-jump", "expected"),
        live(
            "id: a, source: a, faults: [{at: 1m}]", ".faults[1]",
            "one of these is missing: late-segment"),
        live(
            "id: a, source: a, edges: {list: [{age: true}]}", ".edges.list[1].age",
            "is not available"),
        live("id: a, source: a, date-time: {drift: 20}", ".date-time.drift", "20ppm or -5ppm"),
        live("id: a, source: a, sorce: b", "", "did you mean 'source'?"),
        Refused(
            "player: {live: {catch-up: fast}}\n", 3, "player.live.catch-up", "expected none"),
        Refused(
            "player: {live: {catch-up: {sigmoid: {highest: 2.5}}}}\n", 3,
            "player.live.catch-up.sigmoid.highest", "a rate above 1 and up to 2"),
        Refused(
            "player: {live: {catch-up: {sigmoid: {}}}}\n", 3, "player.live.catch-up.sigmoid",
            "'highest' is missing"),
        Refused(
            "player: {live: {catch-up: {proportional: {lowest: 1.1}}}}\n", 3,
            "player.live.catch-up.proportional.lowest", "a rate above 0 and up to 1"),
        Refused(
            "expect: [{rate: {at-most: 0}}]\n", 3, "expect[1].rate.at-most",
            "expected a rate from 0.001 to 1000"),
        Refused(
            "player: {live: {profile: vlc}}\n", 3, "player.live.profile", "expected one of apple"),
        Refused(
            "player: {live: {stale-after: 0.5}}\n", 3, "player.live.stale-after",
            "target durations from 1 to 1000"),
        Refused("steps: [{seek-back: 10}]\n", 3, "steps[1].seek-back", "expected a time"),
        Refused(
            "expect: [{requests: {location: a, at: [1s], times: 1}}]\n", 3, "expect[1].requests",
            "exclude each other"),
        Refused("expect: [{seekable: {at: 1s}}]\n", 3, "expect[1].seekable", "'from' is missing"),
        Refused("expect: [{latency: {}}]\n", 3, "expect[1].latency", "'below' is missing"),
        Refused("tags: smoke\n", 3, "tags", "expected a list, not 'smoke'"),
        Refused(
            "tags: [a b]\n", 3, "tags[1]", "expected a word of letters, digits, dots and hyphens"),
        Refused(
            "seed: -1\n", 3, "seed",
            "expected a whole number from 0 to 18446744073709551615, not '-1'"),
        Refused(
            "seed: '1'\n", 3, "seed",
            "expected a whole number from 0 to 18446744073709551615, not the text '1'"),
        Refused(
            "player:\n  auto_play: true\n", 4, "player",
            "unknown key 'auto_play'; did you mean 'auto-play'?"),
        Refused(
            "player: {auto-play: yes}\n", 3, "player.auto-play", "expected true or false, not 'yes'"
        ),
        Refused("player: {rate: fast}\n", 3, "player.rate", "expected a rate from 0.001 to 1000"),
        Refused("player: {rate: 0}\n", 3, "player.rate", "expected a rate from 0.001 to 1000"),
        Refused(
            "player: {verification: demuxx}\n", 3, "player.verification", "did you mean 'demux'?"),
        Refused("player: {buffer: 30s}\n", 3, "player.buffer", "expected a mapping, not '30s'"),
        Refused(
            "player: {buffer: {method: off}}\n", 3, "player.buffer.method",
            "expected one of none, standard"),
        Refused(
            "player: {recovery: {segment-retries: many}}\n", 3, "player.recovery.segment-retries",
            "expected a whole number from 0 to 1000"),
        Refused(
            "player: {recovery: {missing-segment: ignore}}\n", 3, "player.recovery.missing-segment",
            "expected one of fail, skip"),
        Refused(
            "player: {audio: {a: b}}\n", 3, "player.audio",
            "expected a word or a list, not a mapping"),
        Refused(
            "keys: {single: abc}\n", 3, "keys.single", "expected 32 hexadecimal digits, not 'abc'"),
        Refused("keys: {given: {a: '12'}}\n", 3, "keys.given.a", "expected 32 hexadecimal digits"),
        Refused("keys: {server-latency: 1s}\n", 3, "keys", "'policies' is missing"),
        Refused("network: {rate: 3MB}\n", 3, "network.rate", "expected a rate such as 3Mbps"),
        Refused(
            "network: {rate: 1500}\n", 3, "network.rate",
            "expected a unit, as in 1500kbps or 1500bps, not '1500'"),
        Refused("network: {response-head: -1}\n", 3, "network.response-head", "a size such as"),
        Refused("network: {loss: 2}\n", 3, "network.loss", "expected a percentage"),
        Refused(
            "network: {rate: 1M, trace: t}\n", 3, "network", "'trace' and 'rate' exclude each other"
        ),
        Refused("network: {steps: [{at: 1s}]}\n", 3, "network.steps[1]", "'rate' is missing"),
        Refused(
            "network: {outages: [10s]}\n", 3, "network.outages[1]",
            "expected a period such as 10m..12m or 30s.."),
        Refused("faults: [{match: a}]\n", 3, "faults[1]", "'do' is missing"),
        Refused(
            "faults:\n  - match: {location: a, kinds: key}\n    do: hang\n", 4, "faults[1].match",
            "unknown key 'kinds'; did you mean 'kind'?"),
        Refused(
            "faults: [{do: explode}]\n", 3, "faults[1].do",
            "expected one of hang, reset, stale, wrong-key"),
        Refused(
            "faults: [{do: {status: 99}}]\n", 3, "faults[1].do.status",
            "expected a whole number from 100 to 599"),
        Refused(
            "faults: [{do: {status: 503, delay: 1s}}]\n", 3, "faults[1].do",
            "'status' and 'delay' exclude each other"),
        Refused(
            "faults: [{do: {retry-after: 1s}}]\n", 3, "faults[1].do",
            "one of these is missing: status"),
        Refused(
            "faults: [{do: hang, occurrences: 0}]\n", 3, "faults[1].occurrences",
            "from 1 on, such as 3, 1..3 or 2.."),
        Refused(
            "app: {connection: lan}\n", 3, "app.connection",
            "expected one of wifi, cellular, expensive, constrained, none"),
        Refused("app: {date: today}\n", 3, "app.date", "expected a date such as"),
        Refused(
            "steps:\n  - play\n  - sek: 10s\n", 5, "steps[2]",
            "unknown key 'sek'; did you mean 'seek'?"),
        Refused("steps:\n  - plya\n", 4, "steps[1]", "did you mean 'play'?"),
        Refused(
            "steps: [{at: 10s}]\n", 3, "steps[1]", "one of these is missing: play, pause, seek"),
        Refused(
            "steps: [{play: , pause: }]\n", 3, "steps[1]", "'play' and 'pause' exclude each other"),
        Refused(
            "steps: [{at: 1s, after: 2s, play: }]\n", 3, "steps[1]",
            "'at' and 'after' exclude each other"),
        Refused("steps: [{play: false}]\n", 3, "steps[1].play", "expected no value after the key"),
        Refused("steps: [{at: soon, play: }]\n", 3, "steps[1].at", "expected a time"),
        Refused(
            "steps: [{at: {event: Redy}, play: }]\n", 3, "steps[1].at.event",
            "'Redy' is not an event; did you mean 'Ready'?"),
        Refused(
            "steps: [{at: {position: 1s, nth: 2}, play: }]\n", 3, "steps[1].at",
            "'event' is missing"),
        Refused("steps: [{seek: {too: 1s}}]\n", 3, "steps[1].seek", "did you mean 'to'?"),
        Refused(
            "steps: [{seek: {to: 1s, tolerance: 1s, tolerance-after: 1s}}]\n", 3, "steps[1].seek",
            "exclude each other"),
        Refused(
            "steps: [{connect: wlan}]\n", 3, "steps[1].connect",
            "expected one of wifi, cellular, expensive, constrained, none"),
        Refused("steps: [{relaunch: }]\n", 3, "steps[1].relaunch", "expected one of crash"),
        Refused(
            "steps: [{download: 0}]\n", 3, "steps[1].download",
            "expected the place of one of 1 assets, from 1 on"),
        Refused(
            "steps: [{select: {}}]\n", 3, "steps[1].select",
            "one of these is missing: audio, subtitles"),
        Refused("expect: {end: true}\n", 3, "expect", "expected a list, not a mapping"),
        Refused(
            "expect:\n  - never: Ready\n  - nevr: End\n", 5, "expect[2]", "did you mean 'never'?"),
        Refused(
            "expect: [{never: Terminated}]\n", 3, "expect[1].never", "did you mean 'Terminate'?"),
        Refused(
            "expect: [{cue-points: all}]\n", 3, "expect[1].cue-points",
            "expected one of once, passed, none"
        ),
        Refused("expect: [{count: {event: End}}]\n", 3, "expect[1].count", "'times' is missing"),
        Refused("expect: [{duration: 10}]\n", 3, "expect[1].duration", "expected a time"),
        Refused(
            "expect: [{licences: [42]}]\n", 3, "expect[1].licences[1]",
            "expected a whole number from 100 to 599"),
        Refused(
            "expect: [{allow: {account: played, up-to: 1s}}]\n", 3, "expect[1].allow.account",
            "expected one of missing"),
        Refused(
            "expect: [{download: {asset: 1, ends: badly}}]\n", 3, "expect[1].download.ends",
            "expected one of playable"),
        Refused("known-issues: [{text: a}]\n", 3, "known-issues[1]", "'code' is missing"),
        Refused(
            "known-issues: [{code: a, text: b, sometimes: true}]\n", 3, "known-issues[1]",
            "'bug' is missing"),
        Refused("known-issues: [{code: a}]\n", 3, "known-issues[1]", "'text' is missing"),
        Refused(
            "known-issues: [{code: a, text: b, times: 0}]\n", 3, "known-issues[1].times",
            "expected a whole number from 1"),
        Refused(
            "thresholds: {startup_time: '< 1s'}\n", 3, "thresholds", "did you mean 'startup-time'?"),
        Refused(
            "thresholds: {startup-time: 1.5s}\n", 3, "thresholds.startup-time",
            "expected a comparison and a bound, such as '< 1.5s'"),
        Refused(
            "thresholds: {rebuffering-ratio: '< 0.5'}\n", 3, "thresholds.rebuffering-ratio",
            "'< 0.5%'"),
        Refused("thresholds: {switches: '<= 3s'}\n", 3, "thresholds.switches", "'<= 3'"),
        Refused("thresholds: {}\n", 3, "thresholds", "expected a bound, such as 'startup-time'"),
        Refused("thresholds: [{}]\n", 3, "thresholds[1]", "expected a bound, such as"),
        Refused(
            "thresholds: {profile: vhs}\n", 3, "thresholds", "expected a bound with 'profile'"),
        Refused(
            "thresholds: [{switches: <= 3, profile: safari}]\n", 3, "thresholds[1].profile",
            "chromium"),
        Refused(
            "thresholds: {profile: [vhs, vhs], switches: <= 3}\n", 3, "thresholds.profile",
            "expected players, each once"),
        Refused("thresholds: {profile: [], switches: <= 3}\n", 3, "thresholds.profile", "a list"),
    ]
}
