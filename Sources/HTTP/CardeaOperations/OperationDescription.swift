import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaHTTPRouting

/// The sender of a request, as far as an operation's declaration distinguishes.
package enum CallerKind: String, Sendable, CaseIterable {
    /// An app, known by its API key.
    case app
    /// A signed-in user: an app that sends the user's token in the body.
    case user
    /// An administrator of the project.
    case administrator
    /// An OAuth client, known by its client ID.
    case client
    /// The operator of the server, who reaches the control socket.
    case `operator`
    /// Anybody: the operation needs no credential.
    case anyone
}

/// Whether an operation can be used on a tenant.
package enum TenantRule: String, Sendable {
    /// The tenant may be in the path or in `tenantId`, and must be the same in both.
    case optional
    /// The operation belongs to the project; a tenant is an error.
    case none
    /// The request cannot name a tenant: that of its token holds, or else the project.
    case ofToken
    /// The tenant in the path is what the operation is about; it may be disabled.
    case object
}

/// The part of a request that holds an operation's fields.
package enum InputSource: String, Sendable {
    /// A JSON object, read by the rules of protocol buffers.
    case json
    /// A JSON object whose types must be exact.
    case exactJSON
    case form
    /// A form, or a JSON object by its media type.
    case formOrJSON
    case query
    /// A query in which each name is known.
    case exactQuery
    /// Such a query; the body has one JSON object in each line.
    case lines

    /// Whether the fields of the operation are in the query.
    package var isQuery: Bool {
        switch self {
        case .query, .exactQuery, .lines: true
        case .json, .exactJSON, .form, .formOrJSON: false
        }
    }
}

/// A path of an operation.
///
/// Where it has a Google host, it is served with and without that host in front: SDKs that talk to an
/// emulator put it there.
package struct PathForm: Sendable, Hashable {
    package let path: String
    package let host: String?
    /// Tells the forms of one operation apart in documents; empty for the first.
    package let variant: String
    /// The names of the parameters in the path; each request asks.
    package let parameters: [String]

    package init(_ path: String, host: String? = nil, variant: String = "") {
        self.path = path
        parameters = path.split(separator: "/").compactMap { segment in
            guard segment.first == "{", let end = segment.firstIndex(of: "}") else { return nil }
            return String(segment.prefix(upTo: end).dropFirst())
        }
        self.host = host
        self.variant = variant
    }

    /// The paths at which the form is served.
    package var served: [String] { [path] + (host.map { ["/\($0)\(path)"] } ?? []) }

    package func has(_ parameter: String) -> Bool { parameters.contains(exact: parameter) }
}

/// A code of an error, and the HTTP status that it is sent with.
package struct ErrorCode: Sendable, Hashable {
    package let name: String
    package let status: Int

    package init(_ name: String, status: Int = 400) {
        self.name = name
        self.status = status
    }
}

/// The declaration of an operation without the code that runs it: the source of routes, documents and tests.
package struct OperationDescription: Sendable {
    /// Group and verb, such as `accounts.signUp`.
    package let name: String
    package let summary: String
    package let method: RequestMethod
    package let paths: [PathForm]
    package let callers: Set<CallerKind>
    package let tenant: TenantRule
    package let source: InputSource
    package let bodySize: BodySize
    /// The fields of the query beside the message, such as `updateMask`.
    package let parameters: [FieldForm]
    package let input: MessageForm
    /// `nil` for a response without a body.
    package let output: ValueForm?
    /// The errors of the operation itself.
    package let errors: [ErrorCode]
    package let cacheControl: String?
    /// The form of the lines of a request's body; `nil` for another body.
    package var inputLines: LinesForm?
    /// Whether the body of a response has one `output` in each line.
    package var hasOutputLines = false
    /// The errors of admission, of reading and of a server that fails.
    ///
    /// They follow from the declaration.
    package internal(set) var protocolErrors: [ErrorCode] = []
    /// The form of the body of an error response.
    package internal(set) var errorBody: ValueForm?

    /// The part of the name before the dot.
    package var group: String { String(name.prefix { $0 != "." }) }

    /// Whether a path is for administrators alone.
    package func needsAdministrator(at path: PathForm) -> Bool {
        callers.contains(.administrator)
            && (path.has("project") || callers.isDisjoint(with: [.app, .user, .client]))
    }

    /// The callers whose requests a path accepts.
    package func callers(at path: PathForm) -> Set<CallerKind> {
        needsAdministrator(at: path) ? [.administrator] : callers
    }
}

extension OperationDescription {
    /// Each error that the operation can give, once, ordered by name.
    package var allErrors: [ErrorCode] {
        var seen: Set<String> = []
        // A message may have a detail behind its code.
        let codes = input.errorMessages(&seen).map { ErrorCode(String($0.prefix { $0 != " " })) }
        return Set(errors + codes + protocolErrors).sorted { ($0.name, $0.status) < ($1.name, $1.status) }
    }
}

extension MessageForm {
    /// The protocol's errors of the fields, and of the messages in them.
    fileprivate func errorMessages(_ seen: inout Set<String>) -> [String] {
        // Own texts.
        guard seen.insert(name).inserted else { return [] }
        var messages: [String] = []
        for field in fields {
            if case .required(_, let code?) = field.rule.presence { messages.append(code) }
            if let message = field.messageOutsideLimits { messages.append(message) }
            if let inner = field.value.innerMessage { messages += inner.errorMessages(&seen) }
        }
        return messages
    }
}

extension ValueForm {
    /// The message that is the value, or an element of it.
    fileprivate var innerMessage: MessageForm? {
        switch self {
        case .message(let message): message
        case .list(let element, _), .map(let element): element.innerMessage
        case .text, .boolean, .integer, .enumeration, .any: nil
        }
    }
}
