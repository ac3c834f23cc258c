import CardeaEncodings

/// The values of a line of the access log.
package struct AccessLogEntry: Sendable {
    /// The request's ID; empty if it has none.
    let request: String
    let method: String
    /// The pattern of the route.
    let route: String
    let status: Int
    let microseconds: Int
    let bytes: Int
    /// The client's address.
    let remote: String
    /// The ID of the project.
    package var project: String?
    /// The ID of the app.
    package var app: String?
    /// The code of the error.
    package var code: String?
    /// The error as a sentence, if its code alone does not say it.
    package var reason: String?
    /// The limit that was reached.
    package var limit: String?
    /// The path, if it has no route.
    package var path: String?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - request: The request's ID; empty if it has none.
    ///   - method: The method's name.
    ///   - route: The pattern of the route.
    ///   - status: The response's status.
    ///   - nanoseconds: The time from the complete request to its response.
    ///   - bytes: The size of the response's body.
    ///   - remote: The client's address.
    package init(
        request: String,
        method: String,
        route: String,
        status: Int,
        nanoseconds: Int64,
        bytes: Int,
        remote: String
    ) {
        self.request = request
        self.method = method
        self.route = route
        self.status = status
        microseconds = Int(nanoseconds / 1_000)
        self.bytes = bytes
        self.remote = remote
    }

    var level: Logger.Level { status < 500 ? .info : .error }

    /// The values for a handler that does not know entries.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "method": .string(method), "route": .string(route), "status": .stringConvertible(status),
            "microseconds": .stringConvertible(microseconds), "bytes": .stringConvertible(bytes),
            "remote": .string(remote),
        ]
        if !request.isEmpty { metadata["request"] = .string(request) }
        for (name, value) in details { if let value { metadata[name] = .string(value) } }
        return metadata
    }

    /// Writes the members of a JSON object, each after a comma; the values are those of `metadata`.
    func write(to json: inout [UInt8]) {
        json.append(
            status < 500 ? #","level":"info","msg":"request""# : #","level":"error","msg":"request""#
        )
        if !request.isEmpty {
            json.append(#","request":"#)
            JSONText.append(request, to: &json)
        }
        json.append(#","method":"#)
        JSONText.append(method, to: &json)
        json.append(#","route":"#)
        JSONText.append(route, to: &json)
        json.append(#","status":"#)
        json.append(decimal: status)
        json.append(#","microseconds":"#)
        json.append(decimal: microseconds)
        json.append(#","bytes":"#)
        json.append(decimal: bytes)
        json.append(#","remote":"#)
        JSONText.append(remote, to: &json)
        append(#","project":"#, project, to: &json)
        append(#","app":"#, app, to: &json)
        append(#","code":"#, code, to: &json)
        append(#","reason":"#, reason, to: &json)
        append(#","limit":"#, limit, to: &json)
        append(#","path":"#, path, to: &json)
    }

    private func append(_ name: StaticString, _ value: String?, to json: inout [UInt8]) {
        guard let value else { return }
        json.append(name)
        JSONText.append(value, to: &json)
    }

    /// The members that only some lines have.
    private var details: [(name: String, value: String?)] {
        [
            ("project", project), ("app", app), ("code", code), ("reason", reason), ("limit", limit),
            ("path", path),
        ]
    }
}
