import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func chineseText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "重置您的 %APP_NAME% 密码",
                before: [
                    "您好：",
                    "请点击以下链接，重置您的 %EMAIL% 帐号的 %APP_NAME% 密码。",
                ],
                label: "重置密码",
                after: [
                    "如果您没有要求重置密码，可以忽略此邮件。",
                    "谢谢！\n%APP_NAME% 团队",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "验证您在 %APP_NAME% 的邮箱地址",
                before: [
                    "您好：",
                    "请点击以下链接，验证您的邮箱地址 %EMAIL%。",
                ],
                label: "验证邮箱地址",
                after: [
                    "如果您没有要求验证此地址，请不要点击链接：可能有人用您的地址注册了帐号。",
                    "此链接仅验证地址，不会终止对方对该帐号的使用。如需自己使用该帐号，请改为重置密码。",
                    "谢谢！\n%APP_NAME% 团队",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "登录 %APP_NAME%",
                before: [
                    "您好：",
                    "我们收到了使用邮箱地址 %EMAIL% 登录 %APP_NAME% 的请求。请点击以下链接登录。",
                ],
                label: "登录",
                after: [
                    "如果您没有要求此链接，可以忽略此邮件。",
                    "谢谢！\n%APP_NAME% 团队",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "验证您在 %APP_NAME% 的新邮箱地址",
                before: [
                    "您好：",
                    "请点击以下链接，将您帐号的邮箱地址从 %EMAIL% 更改为 %NEW_EMAIL%。",
                ],
                label: "验证新邮箱地址",
                after: [
                    "如果您没有要求此更改，可以忽略此邮件。",
                    "谢谢！\n%APP_NAME% 团队",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "您在 %APP_NAME% 的邮箱地址已更改",
                before: [
                    "您好：",
                    "您的 %APP_NAME% 帐号的邮箱地址已从 %EMAIL% 更改为 %NEW_EMAIL%。如果您没有要求此更改，请点击以下链接恢复您的邮箱地址。",
                ],
                label: "恢复邮箱地址",
                after: [
                    "如果是您本人进行的更改，可以忽略此邮件。",
                    "谢谢！\n%APP_NAME% 团队",
                ]
            )
        }
    }
}
