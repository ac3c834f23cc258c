/// The number of codes that were sent to a phone number, or to all numbers of a project.
///
/// Text messages cost money, so a restart does not forget them, and all nodes share the count.
package struct PhoneCodeCount: Sendable, Equatable {
    package let project: ProjectID
    /// The number in E.164 form; `nil` for all numbers of the project.
    package let phoneNumber: String?
    /// The rate of codes.
    ///
    /// Tenants and apps with a limit of their own count for themselves: a code weighs as much as its limit says.
    package let rate: Rate
    /// The codes that only numbers receive whose users have signed in from the network that requests them.
    ///
    /// Strangers cannot use up the last fifth of the codes of a project.
    package var reserve: Int { phoneNumber == nil ? rate.burst / 5 : 0 }

    package init(project: ProjectID, phoneNumber: String?, rate: Rate) {
        self.project = project
        self.phoneNumber = phoneNumber
        self.rate = rate
    }
}

extension PhoneCodeRates {
    /// The counts that limit a code.
    package func counts(of phoneNumber: String, in project: ProjectID) -> [PhoneCodeCount] {
        [(phoneNumber, recipient), (nil, self.project)].compactMap { phoneNumber, rate in
            rate.map { PhoneCodeCount(project: project, phoneNumber: phoneNumber, rate: $0) }
        }
    }
}
