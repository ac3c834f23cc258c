import CardeaEncodings
package import CardeaHTTPRouting

/// The fields of a request as they were sent, before its message is read.
package struct RequestFields: Sendable {
    private let members: [JSONObject.Element]
    private let rules: ReadingRules
    /// The body, if it has lines.
    let body: [UInt8]

    /// The limits of a request's JSON: no message has as many fields, nor names or lists as long.
    private static let limits = JSONLimits(nesting: 32, members: 100, elements: 2000, nameLength: 128)

    /// Takes the fields out of the part of a request where its operation has them.
    package init(_ request: Request, _ source: InputSource) throws(FieldError) {
        switch source {
        case .json: try self.init(json: request.body, .protocolBuffers)
        case .exactJSON: try self.init(json: request.body, .exact)
        case .form:
            guard let pairs = request.form else { throw FieldError(.malformedForm) }
            self.init(pairs)
        case .formOrJSON:
            if request.mediaType == "application/json" {
                try self.init(json: request.body, .protocolBuffers)
            } else {
                guard let pairs = FormCoding.decode(request.body) else { throw FieldError(.malformedForm) }
                self.init(pairs)
            }
        case .query: self.init(request.queryItems)
        case .exactQuery: self.init(request.queryItems, .exactParameters)
        case .lines: self.init(request.queryItems, .exactParameters, lines: request.body)
        }
    }

    /// Reads the fields of a line; `null` stands for a value that other programs do not have.
    init(line: [UInt8]) throws(FieldError) {
        let fields = try RequestFields(json: line, .exact)
        self.init(fields.members.filter { $0.value != .null }, .exact)
    }

    /// Reads a body; an empty one is an empty message, unless the types must be exact.
    private init(json body: [UInt8], _ rules: ReadingRules) throws(FieldError) {
        self.rules = rules
        self.body = []
        if body.isEmpty, rules == .protocolBuffers {
            members = []
            return
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(reading: body, within: Self.limits)
        } catch {
            throw FieldError(.malformedJSON(error))
        }
        guard case .object(let object) = value else { throw FieldError(.notAnObject) }
        members = Array(object)
    }

    private init(_ members: [JSONObject.Element], _ rules: ReadingRules) {
        (self.members, self.rules, body) = (members, rules, [])
    }

    package init(
        _ pairs: [(name: String, value: String)],
        _ rules: ReadingRules = .parameters,
        lines: [UInt8] = []
    ) {
        (self.rules, body) = (rules, lines)
        members = pairs.map { ($0.name, .string($0.value)) }
    }

    /// A text that admission needs before the message is read; an empty one counts as absent.
    ///
    /// - Parameter name: The name in camelCase; protocol buffers accept each spelling of it.
    /// - Returns: The text; `nil` if the field is absent.
    /// - Throws: If the field is not text, or is repeated.
    package func text(_ name: String) throws(FieldError) -> String? {
        let found = members.filter { member in
            if member.name.exact == name.exact { return true }
            if rules == .protocolBuffers { return member.name.isSpelling(of: name) }
            return member.name.isSnakeCase(of: name)
        }
        guard found.count <= 1 else { throw FieldError(.repeated, field: name) }
        guard let member = found.first, member.value != .null else { return nil }
        do throws(FieldError) {
            return try String.read(member.value, .name(65_536), rules)
        } catch {
            throw error.at(member.name)
        }
    }

    /// The first value of a field, as it was sent.
    subscript(name: String) -> JSONValue? { members.first { $0.name.exact == name.exact }?.value }

    /// Reads the message.
    func message<Input: InputMessage>(_: Input.Type, by caller: CallerKind) throws(FieldError) -> Input {
        try Input.inputFields.read(members, rules, by: caller)
    }
}
