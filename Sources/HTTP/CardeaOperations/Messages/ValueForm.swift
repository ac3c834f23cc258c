/// The form of a value on the wire, without its Swift type.
package indirect enum ValueForm: Sendable {
    /// Text; the limit is in bytes of UTF-8.
    case text(maximumBytes: Int?)
    case boolean
    case integer(ClosedRange<Int64>)
    case enumeration([String])
    case list(ValueForm, maximumCount: Int?)
    /// An object with any names.
    case map(ValueForm)
    case message(MessageForm)
    /// Any JSON value.
    case any
}

/// The form of a message: its name and its fields.
package struct MessageForm: Sendable {
    package let name: String
    /// Read late: a message may hold messages of its own type.
    private let list: @Sendable () -> [FieldForm]

    package init(name: String, fields: @escaping @Sendable () -> [FieldForm]) {
        self.name = name
        list = fields
    }

    package var fields: [FieldForm] { list() }
}

/// The form of one field, without its Swift type.
package struct FieldForm: Sendable {
    package internal(set) var name: String
    package let value: ValueForm
    package let summary: String
    package var rule = FieldRule.optional
    /// The protocol's error for a value outside of the limits: a code, or `CODE : detail`.
    package var messageOutsideLimits: String?
    /// Whether every message of this type has the field.
    package var isAlwaysPresent = false
    package var direction = Direction.both

    /// The messages that hold a field of a resource.
    package enum Direction: Sendable {
        case both
        /// Responses hold the field; requests may, and it is ignored there.
        case readOnly
        /// Only requests hold the field.
        case writeOnly
    }

    package init(
        name: String,
        value: ValueForm,
        summary: String,
        rule: FieldRule = .optional,
        messageOutsideLimits: String? = nil,
        isAlwaysPresent: Bool = false
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.rule = rule
        self.messageOutsideLimits = messageOutsideLimits
        self.isAlwaysPresent = isAlwaysPresent
    }
}

/// Which callers may send a field, and the error when it is absent.
package struct FieldRule: Sendable {
    package enum Presence: Sendable, Equatable {
        case optional
        case required(of: Set<CallerKind>, code: String?)
        /// The server accepts the field and does not use it.
        case ignored
    }

    package var presence = Presence.optional
    /// The only callers who may send the field; `nil` for all.
    package var senders: Set<CallerKind>?
    /// The name of the field in the error for other callers.
    var label = ""
    /// The protocol's code of that error; `nil` for the general one, which names the field.
    package var rejection: String?

    package init(
        presence: Presence = .optional,
        senders: Set<CallerKind>? = nil,
        label: String = "",
        rejection: String? = nil
    ) {
        self.presence = presence
        self.senders = senders
        self.label = label
        self.rejection = rejection
    }

    package static let optional = FieldRule()
    package static let ignored = FieldRule(presence: .ignored)

    /// - Parameters:
    ///   - code: The protocol's code for an absent field; `nil` for the general one.
    ///   - callers: The callers who must send it.
    /// - Returns: The rule of a field that these callers must send.
    package static func required(
        _ code: String? = nil,
        of callers: Set<CallerKind> = Set(CallerKind.allCases)
    ) -> FieldRule {
        FieldRule(presence: .required(of: callers, code: code))
    }

    /// - Parameters:
    ///   - label: The name of the field in the error for other callers.
    ///   - rejection: The protocol's code of that error; `nil` for the general one.
    /// - Returns: The rule of a field that only administrators may send.
    package static func administratorsOnly(_ label: String, rejection: String? = nil) -> FieldRule {
        FieldRule(senders: [.administrator], label: label, rejection: rejection)
    }
}
