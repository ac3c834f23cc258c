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
    }

    package static var outputForm: ValueForm {
        .message(MessageForm(name: "ErrorBody") { outputFields.forms })
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
