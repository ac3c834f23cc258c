import CardeaHTTPMessages
import CardeaHTTPRouting

/// Operations on many objects, whose bodies have one JSON object in each line. Their own fields are in the query.
extension Operation {
    /// Declares an operation whose request has lines.
    ///
    /// Each line is read by itself, so that one that is wrong rejects no other.
    ///
    /// - Parameters:
    ///   - name: Group and verb, such as `users.import`.
    ///   - summary: One sentence for the documents.
    ///   - paths: All forms of its path.
    ///   - callers: The callers who may use it.
    ///   - limit: The largest number of lines.
    ///   - errors: The errors of the operation itself.
    ///   - respond: Does what the operation is for.
    package init<Input: InputMessage, Line: InputMessage, Output: OutputValue>(
        _ name: String,
        _ summary: String,
        paths: [PathForm],
        by callers: Set<CallerKind>,
        lines limit: Int,
        errors: [ErrorCode] = [],
        respond: @escaping @Sendable (Context, Input, [Result<Line, FieldError>]) async throws -> Output
    ) {
        var description = OperationDescription(
            name: name,
            summary: summary,
            method: .post,
            paths: paths,
            callers: callers,
            tenant: .optional,
            source: .lines,
            bodySize: .large,
            parameters: [],
            input: Input.messageForm,
            output: Output.outputForm,
            errors: errors,
            cacheControl: nil
        )
        description.inputLines = LinesForm(line: Line.messageForm, maximumCount: limit)
        self.init(description) { context, fields, caller in
            let message = try fields.message(Input.self, by: caller)
            let lines = try fields.lines(Line.self, maximumCount: limit, by: caller)
            return Response(try await respond(context, message, lines))
        }
    }

    /// Declares an operation whose response has lines.
    ///
    /// - Parameters:
    ///   - name: Group and verb, such as `users.export`.
    ///   - summary: One sentence for the documents.
    ///   - paths: All forms of its path.
    ///   - callers: The callers who may use it.
    ///   - errors: The errors of the operation itself.
    ///   - respond: Does what the operation is for.
    package init<Input: InputMessage, Line: OutputMessage>(
        _ name: String,
        _ summary: String,
        paths: [PathForm],
        by callers: Set<CallerKind>,
        errors: [ErrorCode] = [],
        respond: @escaping @Sendable (Context, Input) async throws -> OutputLines<Line>
    ) {
        var description = OperationDescription(
            name: name,
            summary: summary,
            method: .get,
            paths: paths,
            callers: callers,
            tenant: .optional,
            source: .exactQuery,
            bodySize: .ordinary,
            parameters: [],
            input: Input.messageForm,
            output: Line.outputForm,
            errors: errors,
            cacheControl: nil
        )
        description.hasOutputLines = true
        self.init(description) { context, fields, caller in
            try await respond(context, try fields.message(Input.self, by: caller)).response
        }
    }
}
