import CardeaThreads

/// Hashes, counts the work, and evens it out between parameters.
final class HashingWork: Sendable {
    private struct State {
        var done = 0
        /// The work of one hash by the costliest parameters in use.
        var costliest: Int
    }

    /// The number of passes of one hash that evens out a difference.
    private let passes: Int
    private let state: Monitor<State>

    /// - Parameter parameters: The parameters of new hashes.
    init(_ parameters: Argon2Parameters) {
        passes = parameters.iterations
        state = Monitor(State(costliest: parameters.work))
    }

    var done: Int { state.change { $0.done } }

    /// - Returns: `nil` if there is not enough memory.
    func derive(from password: [UInt8], salt: [UInt8], parameters: Argon2Parameters) -> [UInt8]? {
        state.change { state in
            state.done += parameters.work
            state.costliest = max(state.costliest, parameters.work)
        }
        return Argon2id.derive(from: password, salt: salt, parameters: parameters)
    }

    /// Does the work by which a hash with these parameters costs less than the costliest.
    func makeUp(for parameters: Argon2Parameters, by password: [UInt8], salt: [UInt8]) {
        let missing = state.change { $0.costliest } - parameters.work
        let rest = Argon2Parameters(memoryKiB: min(missing / passes, 1 << 20), iterations: passes)
        guard rest.areSane else { return }
        _ = derive(from: password, salt: salt, parameters: rest)
    }
}

extension Argon2Parameters {
    /// The cost of a hash: KiB of memory × passes over it.
    var work: Int { memoryKiB * iterations }
}
