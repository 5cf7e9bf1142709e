import Formats
import Transport

/// Converts the request options of a download to and from the value that the catalogue stores.
extension AssetOptions {
    var stored: PropertyValue {
        .members([
            "headers": headerFields.isEmpty ? nil : .headers(headerFields),
            "reach": headerReach.map { .string($0.rawValue) },
            "hosts": headerHosts.isEmpty ? nil : .texts(headerHosts),
            "cookies": cookies.isEmpty ? nil : .array(cookies.map(\.stored)),
            "userAgent": userAgent.map(PropertyValue.string),
            "cellular": allowsCellularAccess.map(PropertyValue.bool),
            "expensive": allowsExpensiveNetworkAccess.map(PropertyValue.bool),
            "constrained": allowsConstrainedNetworkAccess.map(PropertyValue.bool),
            "mimeType": overrideMIMEType.map(PropertyValue.string),
            "references": referenceRestrictions.map { .integer(Int64(clamping: $0.rawValue)) },
            "primaryID": primarySessionIdentifier.map(PropertyValue.string),
            "logins": logins.isEmpty ? nil : .array(logins.map(\.stored)),
            "allowedHosts": allowedHosts.isEmpty ? nil : .texts(allowedHosts),
            "ownLocation": ownLocation.map(PropertyValue.string),
            "cookieReach": cookieReach?.stored, "loginReach": loginReach?.stored,
        ])
    }

    init(stored: PropertyValue) {
        self.init()
        headerFields = stored["headers"]?.headers ?? []
        headerReach = stored["reach"]?.string.flatMap { HeaderReach(rawValue: $0) }
        headerHosts = stored["hosts"]?.texts ?? []
        cookies = (stored["cookies"]?.array ?? []).compactMap(AssetCookie.init(stored:))
        userAgent = stored["userAgent"]?.string
        allowsCellularAccess = stored["cellular"]?.bool
        allowsExpensiveNetworkAccess = stored["expensive"]?.bool
        allowsConstrainedNetworkAccess = stored["constrained"]?.bool
        overrideMIMEType = stored["mimeType"]?.string
        referenceRestrictions = stored["references"]?.integer.map {
            ReferenceRestrictions(rawValue: UInt(clamping: $0))
        }
        primarySessionIdentifier = stored["primaryID"]?.string
        logins = (stored["logins"]?.array ?? []).compactMap(NetrcEntry.init(stored:))
        allowedHosts = stored["allowedHosts"]?.texts ?? []
        ownLocation = stored["ownLocation"]?.string
        cookieReach = stored["cookieReach"].map(SecretReach.init(stored:))
        loginReach = stored["loginReach"].map(SecretReach.init(stored:))
    }
}

extension SecretReach {
    fileprivate var stored: PropertyValue {
        .members([
            "reach": reach.map { .string($0.rawValue) },
            "hosts": hosts.isEmpty ? nil : .texts(hosts),
            "ownLocation": ownLocation.map(PropertyValue.string),
        ])
    }

    fileprivate init(stored: PropertyValue) {
        self.init(
            reach: stored["reach"]?.string.flatMap { HeaderReach(rawValue: $0) },
            hosts: stored["hosts"]?.texts ?? [], ownLocation: stored["ownLocation"]?.string)
    }
}

extension AssetCookie {
    fileprivate var stored: PropertyValue {
        .members([
            "name": .string(name), "value": .string(value),
            "domain": domain.map(PropertyValue.string), "path": .string(path),
            "secure": isSecure ? true : nil,
        ])
    }

    fileprivate init?(stored: PropertyValue) {
        guard let name = stored["name"]?.string, let value = stored["value"]?.string else {
            return nil
        }
        self.init(
            name: name, value: value, domain: stored["domain"]?.string,
            path: stored["path"]?.string ?? "/", isSecure: stored["secure"]?.bool ?? false)
    }
}

extension NetrcEntry {
    fileprivate var stored: PropertyValue {
        .members([
            "machine": machine.map(PropertyValue.string), "login": .string(login),
            "password": .string(password),
        ])
    }

    fileprivate init?(stored: PropertyValue) {
        guard let login = stored["login"]?.string, let password = stored["password"]?.string
        else { return nil }
        self.init(machine: stored["machine"]?.string, login: login, password: password)
    }
}
