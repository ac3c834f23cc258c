import CardeaPhoneNumbers

extension PhoneNumber {
    /// - Throws: `.input(.invalidPhoneNumber)` for a text that is not a phone number.
    init(given text: String, region: String? = nil) throws(IdentityError) {
        do throws(PhoneNumberError) {
            try self.init(text, region: region)
        } catch {
            throw .input(.invalidPhoneNumber)
        }
    }
}
