import CardeaHTTPTransport

/// Receives a response as it arrives; called by the loop's thread only.
protocol ResponseReceiver: AnyObject {
    /// Receives the head of the final response; called at most once, before the body.
    func receive(_ head: ResponseHead)

    /// Receives the next bytes of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reception

    /// Called last, and once.
    func end(_ failure: TransportError?)
}

/// The result of receiving bytes.
enum Reception {
    case taken
    /// None were accepted; libcurl passes them again when the exchange is resumed.
    case notYet
    case tooMany
}
