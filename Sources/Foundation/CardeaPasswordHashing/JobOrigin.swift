package import CardeaEncodings

/// The network that causes a job.
///
/// Groups of networks take turns, and so do the networks of a group: a customer who has many networks has one turn.
package struct JobOrigin: Sendable, Hashable {
    package let network: ExactText
    package let group: ExactText

    /// Work that an administrator causes.
    package static let administrator = JobOrigin("administrator")

    /// - Parameters:
    ///   - network: The network.
    ///   - group: The wider network that it belongs to; `nil` if it has none.
    package init(_ network: String = "", in group: String? = nil) {
        self.network = network.exact
        self.group = (group ?? network).exact
    }
}
