package import CardeaIdentityWire
package import CardeaOperations

extension ErrorResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> { OutputField(\.error, "The error.") }
}

extension ErrorResponse.Body: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.code, "HTTP status.")
        OutputField(\.message, "Code of the error, perhaps with a detail after a colon; or a sentence.")
        OutputField(\.errors, "The error in the older form.")
        OutputField(\.status, "Name of a gRPC status; it is the code if the message is a sentence.")
        OutputField(\.details, "More about the end of a session.")
    }

    package static var outputForm: ValueForm {
        .message(MessageForm(name: "ErrorBody") { outputFields.forms })
    }
}

extension ErrorResponse.Detail: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.reason, "SESSION_EVICTED or SESSION_IDLE.")
        OutputField(\.time, "Time of the end, or of the last use.")
        OutputField(\.deviceClass, "Class of the device that took the place of the session.")
    }

    package static var outputForm: ValueForm {
        .message(MessageForm(name: "ErrorDetail") { outputFields.forms })
    }
}

extension ErrorResponse.Item: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.message, "The same message.")
        OutputField(\.reason, "Class of the error.")
        OutputField(\.domain, "Always global.")
    }

    package static var outputForm: ValueForm {
        .message(MessageForm(name: "ErrorItem") { outputFields.forms })
    }
}
