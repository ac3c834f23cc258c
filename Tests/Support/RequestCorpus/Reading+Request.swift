import CardeaHTTPMessages
package import CardeaHTTPRouting

extension Reading.Request {
    /// A request as a handler sees it.
    package init(_ request: CardeaHTTPRouting.Request) {
        self.init(
            method: request.method.rawValue,
            target: request.path + (request.query.map { "?" + $0 } ?? ""),
            fields: request.fields.map { .init(name: "\($0.name)", value: $0.value) },
            body: request.body
        )
    }
}
