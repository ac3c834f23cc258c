import CardeaEncodings

/// What the access log says about a request.
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

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - request: The request's ID; empty if it has none.
    ///   - method: The method's name.
    ///   - route: The pattern of the route.
    ///   - status: The response's status.
    ///   - time: From the whole request to the response.
    ///   - bytes: The size of the response's body.
    ///   - remote: The client's address.
    package init(
        request: String,
        method: String,
        route: String,
        status: Int,
        time: Duration,
        bytes: Int,
        remote: String
    ) {
        self.request = request
        self.method = method
        self.route = route
        self.status = status
        let (seconds, attoseconds) = time.components
        microseconds = Int(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        self.bytes = bytes
        self.remote = remote
    }

    var level: Logger.Level { status < 500 ? .info : .error }

    var fields: [(StaticString, Logger.Value)] {
        let id: [(StaticString, Logger.Value)] = request.isEmpty ? [] : [("request", .string(request))]
        return id + [
            ("method", .string(method)), ("route", .string(route)), ("status", .integer(Int64(status))),
            ("microseconds", .integer(Int64(microseconds))), ("bytes", .integer(Int64(bytes))),
            ("remote", .string(remote)),
        ]
    }

    /// Writes the members of a JSON object, each after a comma: the same as a `JSONLinesSink` makes of `fields`.
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
    }
}
