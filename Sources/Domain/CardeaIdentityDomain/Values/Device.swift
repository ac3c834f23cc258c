import CardeaEncodings

/// The device on which a session began, as its app describes it.
package struct Device: Sendable, Equatable {
    /// The kind of device, by which sessions are limited (X13).
    package enum Class: String, Sendable, CaseIterable {
        case phone, tablet, desktop, web, tv, watch, other
    }

    /// The longest text of a device, in bytes.
    package static let longestText = 128

    package var deviceClass: Class
    /// The name that its owner has given it.
    package var name: String?
    package var model: String?
    /// The operating system, or the browser.
    package var system: String?
    /// An ID that the app keeps on the device: a new sign-in with it takes the place of the former one.
    package var id: String?

    package init(_ deviceClass: Class = .other) { self.deviceClass = deviceClass }

    /// Reads the header field `Cardea-Device`: a structured dictionary (RFC 9651 §3.2).
    ///
    ///     Cardea-Device: class=phone, name="Ada's phone", model="iPhone17,1", system="iOS 19", id="3F2504E0"
    ///
    /// Unknown members are ignored. The result is `nil` if the field is malformed, has an unknown class, or a text that is
    /// too long or has control characters.
    ///
    /// - Parameters:
    ///   - field: The text of the field.
    ///   - userAgent: The program; it tells the class if the field does not.
    package init?(field: String, userAgent: String?) {
        guard let members = StructuredDictionary(field) else { return nil }
        if let item = members["class"] {
            guard let known = item.text.flatMap(Class.init(rawValue:)) else { return nil }
            self.init(known)
        } else {
            self.init(userAgent: userAgent)
        }
        for (member, property) in [
            ("name", \Device.name), ("model", \.model), ("system", \.system), ("id", \.id),
        ] {
            guard let item = members[member] else { continue }
            guard let text = item.text, text.utf8.count <= Self.longestText, !text.hasControlCharacters else {
                return nil
            }
            self[keyPath: property] = text.isEmpty ? nil : text
        }
    }

    /// The device of a program that does not describe it.
    package init(userAgent: String?) { self.init(userAgent.map(Self.deviceClass) ?? .other) }

    /// The class that the name of a program shows: a browser is `web` on every device.
    private static func deviceClass(of userAgent: String) -> Class {
        if userAgent.hasPrefix(exact: "Mozilla/") { return .web }
        let marks: [(Class, [String])] = [
            (.tv, ["AppleTV", "tvOS", "SmartTV", "Android TV"]), (.watch, ["Watch"]),
            (.tablet, ["iPad", "Tablet"]), (.phone, ["iPhone", "iOS", "Android"]),
            (.desktop, ["Macintosh", "macOS", "Windows", "Linux", "X11"]),
        ]
        // Own texts.
        return marks.first { $0.1.contains { userAgent.contains($0) } }?.0 ?? .other
    }
}

extension Device {
    /// Whether both are one device; a device without an ID is unlike every other.
    package func isSame(as other: Device) -> Bool { id != nil && id?.exact == other.id?.exact }
}
