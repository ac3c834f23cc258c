/// The reason why a server could not be started.
package enum HTTPServerError: Error, Equatable {
    /// The host has no address, or the socket's path is too long.
    case addressNotFound(String)
    /// Another process listens there.
    case addressInUse(String)
    /// The system rejects the address, with this `errno`.
    case cannotListen(String, errno: Int32)
    /// The certificate or its key is not PEM, or the two do not belong together.
    case certificateRejected
    /// The system has no descriptors or threads left.
    case resourcesExhausted
}
