import CardeaEncodings
package import CardeaIdentityDomain
import CardeaPhoneNumbers

extension PhonePolicy {
    /// A phone number in the form in which numbers are stored and compared; `nil` if the text is not a number.
    package static func storedForm(ofNumber text: String) -> String? { (try? PhoneNumber(text))?.description }
}

extension Policy {
    /// Finds the first setting that is not allowed.
    ///
    /// - Parameter known: Problems that stored settings have already, such as those of a rule that is newer than they
    ///   are. They hinder no change.
    /// - Returns: `nil` if all settings are allowed.
    func problem(besides known: [String] = []) -> String? { allProblems.first { !known.contains(exact: $0) } }

    /// One line for each setting that is not allowed.
    ///
    /// A number for tests in another form than that of stored numbers would never be compared equal.
    var allProblems: [String] {
        problems
            + phone.testCodes.compactMap { number, _ in
                let stored = PhonePolicy.storedForm(ofNumber: number)
                guard stored?.exact != number.exact else { return nil }
                let advice = stored.map { "write \(number) as \($0)" } ?? "\(number) is no phone number"
                return "phone.testNumbers: \(advice)"
            }
    }
}
