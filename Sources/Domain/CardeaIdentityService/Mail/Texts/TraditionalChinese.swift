import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func traditionalChineseText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "重設您的 %APP_NAME% 密碼",
                before: [
                    "您好：",
                    "請點選以下連結，重設您的 %EMAIL% 帳號的 %APP_NAME% 密碼。",
                ],
                label: "重設密碼",
                after: [
                    "如果您沒有要求重設密碼，可以忽略此郵件。",
                    "謝謝！\n%APP_NAME% 團隊",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "驗證您在 %APP_NAME% 的電子郵件地址",
                before: [
                    "您好：",
                    "請點選以下連結，驗證您的電子郵件地址 %EMAIL%。",
                ],
                label: "驗證電子郵件地址",
                after: [
                    "如果您沒有要求驗證此地址，請不要點選連結：可能有人用您的地址註冊了帳號。",
                    "此連結僅驗證地址，不會終止對方對該帳號的使用。如需自己使用該帳號，請改為重設密碼。",
                    "謝謝！\n%APP_NAME% 團隊",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "登入 %APP_NAME%",
                before: [
                    "您好：",
                    "我們收到了使用電子郵件地址 %EMAIL% 登入 %APP_NAME% 的要求。請點選以下連結登入。",
                ],
                label: "登入",
                after: [
                    "如果您沒有要求此連結，可以忽略此郵件。",
                    "謝謝！\n%APP_NAME% 團隊",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "驗證您在 %APP_NAME% 的新電子郵件地址",
                before: [
                    "您好：",
                    "請點選以下連結，將您帳號的電子郵件地址從 %EMAIL% 變更為 %NEW_EMAIL%。",
                ],
                label: "驗證新電子郵件地址",
                after: [
                    "如果您沒有要求此變更，可以忽略此郵件。",
                    "謝謝！\n%APP_NAME% 團隊",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "您在 %APP_NAME% 的電子郵件地址已變更",
                before: [
                    "您好：",
                    "您的 %APP_NAME% 帳號的電子郵件地址已從 %EMAIL% 變更為 %NEW_EMAIL%。如果您沒有要求此變更，請點選以下連結還原您的地址。",
                ],
                label: "還原電子郵件地址",
                after: [
                    "如果是您本人進行的變更，可以忽略此郵件。",
                    "謝謝！\n%APP_NAME% 團隊",
                ]
            )
        }
    }
}
