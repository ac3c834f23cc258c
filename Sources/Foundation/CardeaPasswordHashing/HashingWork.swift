import CardeaCryptography
import CardeaEncodings
import CardeaThreads

/// Hashes, counts the work, and evens it out between hashes of different cost.
final class HashingWork: Sendable {
    private struct State {
        var done = 0
        /// The work of the most expensive hash of each group; absent if new hashes are.
        var costliest: [ExactText: Int] = [:]
    }

    private let parameters: Argon2Parameters
    private let state = Monitor(State())

    /// - Parameter parameters: Those of new hashes.
    init(_ parameters: Argon2Parameters) { self.parameters = parameters }

    var done: Int { state.change { $0.done } }

    /// Hashes a new password.
    ///
    /// - Returns: `nil` if there is not enough memory.
    func derive(from password: [UInt8], salt: [UInt8]) -> [UInt8]? {
        derive(from: password, salt: salt, parameters)
    }

    /// Compares a password with a hash.
    ///
    /// - Returns: `nil` if there is not enough memory.
    func check(_ password: [UInt8], against stored: StoredHash, in group: String) -> Bool? {
        state.change { state in
            if stored.work > state.costliest[group.exact, default: parameters.work] {
                state.costliest[group.exact] = stored.work
            }
        }
        switch stored {
        case .own(let own):
            let hash = derive(from: password, salt: own.salt, own.parameters)
            return hash.map { ConstantTime.equal($0, own.hash) }
        case .foreign(let foreign):
            state.change { $0.done += foreign.work }
            return foreign.matches(password)
        }
    }

    /// Does the work by which a check costs less than the most expensive one of its group.
    func makeUp(for work: Int, by password: [UInt8], salt: [UInt8], in group: String) {
        var missing = state.change { $0.costliest[group.exact, default: parameters.work] } - work
        let passes = parameters.iterations
        // In parts that need no more memory than a new hash.
        while missing > 0 {
            let memory = min(missing / passes, parameters.memoryKiB)
            let part = Argon2Parameters(memoryKiB: memory, iterations: passes)
            guard part.areSane else { return }
            _ = derive(from: password, salt: salt, part)
            missing -= part.work
        }
    }

    private func derive(
        from password: [UInt8],
        salt: [UInt8],
        _ parameters: Argon2Parameters
    ) -> [UInt8]? {
        state.change { $0.done += parameters.work }
        return Argon2.derive(from: password, salt: salt, parameters: parameters)
    }
}

extension Argon2Parameters {
    /// The cost of a hash: KiB of memory × passes over it.
    var work: Int { memoryKiB * iterations }
}
