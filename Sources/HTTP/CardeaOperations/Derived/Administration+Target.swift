import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting

/// The target of an administrative operation, as its declaration names it: the parameters of the path, and the fields of
/// the message and of the response that identify an object.
extension Administration {
    /// Notes the parameters of the path.
    ///
    /// A user in a path may be an e-mail address, which no log has; the operation notes the user's ID.
    func note(_ parameters: PathParameters, of path: PathForm) {
        for name in path.parameters where name != "user" {
            if let value = parameters[name] { note(name, value) }
        }
    }

    /// Notes the fields of a request that identify objects.
    func note(_ fields: RequestFields, of operation: OperationDescription) {
        for field in operation.input.fields {
            guard let kind = operation.kind(identifiedBy: field.name), let id = fields.identifier(field.name)
            else { continue }
            note(kind, id)
        }
    }

    /// Notes what a response has created or changed; or the whole group, if nothing is known.
    func note(_ response: Response, of operation: OperationDescription) {
        defer { if target.isEmpty { note(operation.group, "all") } }
        guard operation.method != .get, response.status < 300, response.body.count <= 65_536,
            let object = JSONValue(parsing: response.body)?.object
        else { return }
        for (name, value) in object {
            guard let kind = operation.kind(identifiedBy: name), let id = value.identifier else { continue }
            note(kind, id, isNew: name == "id")
        }
    }
}

extension OperationDescription {
    /// The kind of object that a field identifies; `nil` for other fields.
    fileprivate func kind(identifiedBy field: String) -> String? {
        switch field {
        case "localId": "user"
        case "localIds": "users"
        case "id", "name": group.hasSuffix("s") ? String(group.dropLast()) : group
        case "provider", "purpose", "language", "tenantId", "dryRun": field
        default: nil
        }
    }
}

extension JSONValue {
    /// A text, or a list of texts; never an e-mail address of a user.
    fileprivate var identifier: String? {
        switch self {
        case .string(let text): text
        case .array(let values): values.compactMap(\.string).joined(separator: ",")
        default: nil
        }
    }
}

extension RequestFields {
    /// The value of a field that identifies an object; `nil` if it is absent or has another form.
    fileprivate func identifier(_ name: String) -> String? { self[name]?.identifier }
}
