import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaHTTPRouting

/// One operation of an API, declared once.
///
/// Its routes, admission, documents and sweep tests follow from the declaration. `Context` is what admission
/// learns about the request: the project, the caller, the services.
package struct Operation<Context: Sendable>: Sendable {
    package let description: OperationDescription
    private let run: @Sendable (Context, RequestFields, CallerKind) async throws -> Response

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - name: Group and verb, such as `accounts.signUp`.
    ///   - summary: One sentence for the documents.
    ///   - method: The HTTP method.
    ///   - paths: All forms of its path.
    ///   - callers: The callers who may use it.
    ///   - tenant: Whether it can be used on a tenant.
    ///   - source: The part of the request that holds the fields; defaults to JSON, or to the query for GET and DELETE.
    ///   - bodySize: The class of the largest body.
    ///   - parameters: The fields of the query beside the message.
    ///   - errors: The errors of the operation itself.
    ///   - cacheControl: The response's `Cache-Control`; `nil` for the site's default.
    ///   - permission: Rejects a request whose operation is turned off, before its message is read.
    ///   - respond: Does what the operation is for.
    package init<Input: InputMessage, Output: OutputValue>(
        _ name: String,
        _ summary: String,
        method: RequestMethod = .post,
        paths: [PathForm],
        by callers: Set<CallerKind>,
        tenant: TenantRule = .optional,
        source: InputSource? = nil,
        bodySize: BodySize = .ordinary,
        parameters: [FieldForm] = [],
        errors: [ErrorCode] = [],
        cacheControl: String? = nil,
        permission: (@Sendable (Context, RequestFields) throws -> Void)? = nil,
        respond: @escaping @Sendable (Context, Input) async throws -> Output
    ) {
        let hasOutput = Output.self != NoOutput.self
        let description = OperationDescription(
            name: name,
            summary: summary,
            method: method,
            paths: paths,
            callers: callers,
            tenant: tenant,
            source: source ?? (method == .get || method == .delete ? .query : .json),
            bodySize: bodySize,
            parameters: parameters,
            input: Input.messageForm,
            output: hasOutput ? Output.outputForm : nil,
            errors: errors,
            cacheControl: cacheControl
        )
        self.init(description) { context, fields, caller in
            try permission?(context, fields)
            var response = Response(try await respond(context, try fields.message(Input.self, by: caller)))
            if let cacheControl { response.fields[.cacheControl] = cacheControl }
            return response
        }
    }

    /// - Parameters:
    ///   - description: The declaration.
    ///   - run: Reads the message, does what the operation is for, and makes the response.
    init(
        _ description: OperationDescription,
        run: @escaping @Sendable (Context, RequestFields, CallerKind) async throws -> Response
    ) {
        self.description = description
        self.run = run
    }

    /// Adds the operation's routes.
    package func register(on router: inout Router, admission: some RequestAdmission<Context>) {
        for form in description.paths {
            for path in form.served {
                router.on(description.method, path, bodySize: description.bodySize) { request, parameters in
                    await respond(to: request, parameters, at: form, admission)
                }
            }
        }
    }

    private func respond(
        to request: Request,
        _ parameters: PathParameters,
        at path: PathForm,
        _ admission: some RequestAdmission<Context>
    ) async -> Response {
        var record = RequestRecord()
        var response: Response
        do {
            let admitted = try await admission.admit(
                request,
                parameters,
                to: description,
                at: path,
                noting: &record
            )
            record.administration?.note(admitted.fields, of: description)
            response = try await run(admitted.context, admitted.fields, admitted.caller)
        } catch {
            response = admission.errorResponse(error)
        }
        record.administration?.note(parameters, of: path)
        record.administration?.note(response, of: description)
        response.note {
            ($0.project, $0.app, $0.administration) = (record.project, record.app, record.administration)
        }
        return response
    }
}

extension Response {
    /// A response with a value in JSON, or without a body.
    init<Output: OutputValue>(_ output: Output) {
        self.init()
        guard Output.self != NoOutput.self else { return }
        var json = JSONText(capacity: 2048)
        output.write(to: &json)
        self = .json(json.bytes)
    }
}

/// Finds out who sends a request and whether the operation is allowed, before the message is read.
package protocol RequestAdmission<Context>: Sendable {
    associatedtype Context: Sendable

    /// Admits a request, and notes for the log who sends it, as soon as that is known.
    ///
    /// - Throws: The protocol's error for a request that is not admitted.
    func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<Context>

    /// The response for an error of admission, of reading or of the operation.
    func errorResponse(_ error: any Error) -> Response
}

/// A request that may use its operation.
package struct AdmittedRequest<Context: Sendable>: Sendable {
    let context: Context
    let fields: RequestFields
    let caller: CallerKind

    package init(_ context: Context, _ fields: RequestFields, by caller: CallerKind) {
        self.context = context
        self.fields = fields
        self.caller = caller
    }
}

/// Admits every request: for operations that need no credential, or whose site has checked it.
package struct OpenAdmission<Context: Sendable>: RequestAdmission {
    private let caller: CallerKind
    private let context: @Sendable (Request, PathParameters) async throws -> Context
    private let response: @Sendable (any Error) -> Response

    /// - Parameters:
    ///   - caller: The sender of the requests.
    ///   - context: Makes the context of a request.
    ///   - response: Makes the response for an error.
    package init(
        _ caller: CallerKind,
        context: @escaping @Sendable (Request, PathParameters) async throws -> Context,
        errorResponse response: @escaping @Sendable (any Error) -> Response
    ) {
        self.caller = caller
        self.context = context
        self.response = response
    }

    package func admit(
        _ request: Request,
        _ parameters: PathParameters,
        to operation: OperationDescription,
        at path: PathForm,
        noting record: inout RequestRecord
    ) async throws -> AdmittedRequest<Context> {
        let fields = try RequestFields(request, operation.source)
        return AdmittedRequest(try await context(request, parameters), fields, by: caller)
    }

    package func errorResponse(_ error: any Error) -> Response { response(error) }
}
