package import CardeaIdentityDomain
import CardeaPhoneNumbers

extension PhonePolicy {
    /// A phone number in the form in which numbers are stored and compared; `nil` if the text is no number.
    package static func storedForm(ofNumber text: String) -> String? { (try? PhoneNumber(text))?.description }
}

extension Policy {
    /// The first setting that is not allowed; `nil` if all are.
    ///
    /// A number for tests in another form than that of stored numbers would never be compared equal.
    var problem: String? {
        if let problem = problems.first { return problem }
        for (number, _) in phone.testCodes {
            let stored = PhonePolicy.storedForm(ofNumber: number)
            guard stored != number else { continue }
            let advice = stored.map { "write \(number) as \($0)" } ?? "\(number) is no phone number"
            return "phone.testNumbers: \(advice)"
        }
        return nil
    }
}
