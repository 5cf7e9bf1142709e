import Testing
import Transport

/// If several levels set the same key of an asset's options, the most specific level applies.
@Suite struct AssetOptionsTests {
    private static let token = HeaderField(name: "X", value: "1")
    private static let another = HeaderField(name: "Y", value: "2")

    private static func made(_ change: (inout AssetOptions) -> Void) -> AssetOptions {
        var options = AssetOptions()
        change(&options)
        return options
    }

    @Test func `options that set nothing change nothing when levels are merged`() {
        let options = Self.made {
            $0.headerFields = [Self.token]
            $0.headerReach = .all
            $0.userAgent = "a"
            $0.allowsCellularAccess = false
        }
        #expect(AssetOptions().merged(over: options) == options)
        #expect(options.merged(over: AssetOptions()) == options)
    }

    @Test func `each option is decided by the most specific level that sets it`() {
        let general = Self.made {
            $0.userAgent = "general"
            $0.overrideMIMEType = "video/mp4"
            $0.allowsConstrainedNetworkAccess = false
            $0.cookies = [AssetCookie(name: "g", value: "1")]
        }
        let merged = Self.made {
            $0.userAgent = "specific"
            $0.allowsConstrainedNetworkAccess = true
        }.merged(over: general)
        #expect(merged.userAgent == "specific")
        #expect(merged.overrideMIMEType == "video/mp4")
        #expect(merged.allowsConstrainedNetworkAccess == true)
        #expect(merged.cookies == general.cookies)
    }

    private struct Level: OptionSet {
        let rawValue: Int
        static let source = Level(rawValue: 1)
        static let item = Level(rawValue: 2)
        static let configuration = Level(rawValue: 4)
    }

    /// Returns options of one level, with every key set to a value that identifies this level.
    private static func full(_ name: String, _ number: UInt) -> AssetOptions {
        made {
            $0.headerFields = [HeaderField(name: "X", value: name)]
            $0.headerReach = HeaderReach.allCases[Int(number)]
            $0.headerHosts = ["\(name).example.com"]
            $0.cookies = [AssetCookie(name: "c", value: name)]
            $0.userAgent = name
            $0.allowsCellularAccess = number == 1
            $0.allowsExpensiveNetworkAccess = number == 1
            $0.allowsConstrainedNetworkAccess = number == 1
            $0.overrideMIMEType = "video/\(name)"
            $0.referenceRestrictions = ReferenceRestrictions(rawValue: number)
            $0.primarySessionIdentifier = name
        }
    }

    @Test(arguments: 0..<8)
    func `options of a source take precedence over the item, and the item over the configuration`(
        set: Int
    ) {
        let levels = Level(rawValue: set)
        let source = Self.full("source", 1)
        let item = Self.full("item", 2)
        let configuration = Self.full("configuration", 3)
        let none = AssetOptions()
        let effective = AssetOptions.effective(
            source: levels.contains(.source) ? source : none,
            item: levels.contains(.item) ? item : none,
            configuration: levels.contains(.configuration) ? configuration : none)
        let expected =
            levels.contains(.source)
            ? source
            : levels.contains(.item)
                ? item : levels.contains(.configuration) ? configuration : none
        #expect(effective == expected)
    }

    @Test func `options of the source, the item and the configuration complete each other`() {
        let effective = AssetOptions.effective(
            source: Self.made { $0.userAgent = "source" },
            item: Self.made {
                $0.userAgent = "item"
                $0.headerFields = [Self.token]
            },
            configuration: Self.made {
                $0.headerFields = [Self.another]
                $0.headerReach = .all
                $0.allowsCellularAccess = false
            })
        #expect(effective.userAgent == "source")
        #expect(effective.headerFields == [Self.token])
        #expect(effective.headerReach == nil)
        #expect(effective.allowsCellularAccess == false)
    }

    @Test func `the reach of header fields is never taken from another level`() {
        let general = Self.made {
            $0.headerFields = [Self.another]
            $0.headerReach = .all
            $0.headerHosts = ["*.example.com"]
        }
        let merged = Self.made { $0.headerFields = [Self.token] }.merged(over: general)
        #expect(merged.headerFields == [Self.token])
        #expect(merged.headerReach == nil)
        #expect(merged.headerHosts.isEmpty)
    }

    @Test func `logins replace the authorization of a less specific level, and no other field`() {
        let authorization = HeaderField(name: "authorization", value: "Bearer a")
        let general = Self.made { $0.headerFields = [Self.token, authorization] }
        let logins = Self.made {
            $0.logins = [NetrcEntry(machine: nil, login: "u", password: "p")]
        }
        #expect(logins.merged(over: general).headerFields == [Self.token])
        #expect(general.merged(over: logins).headerFields == general.headerFields)
    }

    @Test func `a level without header fields does not change the reach of other levels' fields`() {
        let general = Self.made {
            $0.headerFields = [Self.token]
            $0.headerReach = .topLevelOnly
            $0.headerHosts = ["a.example.com"]
        }
        let reach = Self.made { $0.headerReach = .all }
        let hosts = Self.made { $0.headerHosts = ["*.foreign.example"] }
        #expect(reach.merged(over: general) == general)
        #expect(hosts.merged(over: general) == general)
        let effective = AssetOptions.effective(
            source: reach, item: hosts, configuration: general)
        #expect(effective == general)
    }
}
