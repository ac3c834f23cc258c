import CardeaHTTPTransport

/// What becomes of an answer as it arrives; called by the loop's thread alone.
protocol AnswerReceiver: AnyObject {
    /// Takes the head of the final answer; called once at most, and before anything of the body.
    func receive(_ head: ResponseHead)

    /// Takes the next bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception

    /// Called last, and once.
    func end(_ failure: TransportError?)
}

/// What a receiver says to bytes.
enum Reception {
    case taken
    /// Nothing was taken; the same bytes are welcome when the exchange is resumed.
    case notYet
    case tooMany
}
