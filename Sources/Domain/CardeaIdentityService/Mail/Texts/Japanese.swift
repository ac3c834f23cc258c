import CardeaIdentityDomain

extension BuiltInMail {
    @Sendable static func japaneseText(_ purpose: MailPurpose) -> BuiltInMail {
        switch purpose {
        case .passwordReset:
            BuiltInMail(
                subject: "%APP_NAME% のパスワードの再設定",
                before: [
                    "いつも %APP_NAME% をご利用いただきありがとうございます。",
                    "アカウント %EMAIL% の %APP_NAME% パスワードを再設定するには、次のリンクを開いてください。",
                ],
                label: "パスワードを再設定",
                after: [
                    "パスワードの再設定に心当たりがない場合は、このメールを無視してください。",
                    "%APP_NAME% チーム",
                ]
            )
        case .verifyEmail:
            BuiltInMail(
                subject: "%APP_NAME% のメールアドレスの確認",
                before: [
                    "いつも %APP_NAME% をご利用いただきありがとうございます。",
                    "メールアドレス %EMAIL% を確認するには、次のリンクを開いてください。",
                ],
                label: "メールアドレスを確認",
                after: [
                    "このメールアドレスの確認に心当たりがない場合は、リンクを開かないでください。他の人があなたのメールアドレスをアカウントに使用した可能性があります。",
                    "このリンクはメールアドレスを確認するだけで、その人によるアカウントの利用を終了させるものではありません。アカウントをご自身のものにするには、代わりにパスワードを再設定してください。",
                    "%APP_NAME% チーム",
                ]
            )
        case .emailSignIn:
            BuiltInMail(
                subject: "%APP_NAME% へのログイン",
                before: [
                    "いつも %APP_NAME% をご利用いただきありがとうございます。",
                    "メールアドレス %EMAIL% で %APP_NAME% にログインするリクエストを受け付けました。ログインするには、次のリンクを開いてください。",
                ],
                label: "ログイン",
                after: [
                    "このリンクに心当たりがない場合は、このメールを無視してください。",
                    "%APP_NAME% チーム",
                ]
            )
        case .verifyAndChangeEmail:
            BuiltInMail(
                subject: "%APP_NAME% の新しいメールアドレスの確認",
                before: [
                    "いつも %APP_NAME% をご利用いただきありがとうございます。",
                    "アカウントのメールアドレスを %EMAIL% から %NEW_EMAIL% に変更するには、次のリンクを開いてください。",
                ],
                label: "新しいメールアドレスを確認",
                after: [
                    "この変更に心当たりがない場合は、このメールを無視してください。",
                    "%APP_NAME% チーム",
                ]
            )
        case .recoverEmail:
            BuiltInMail(
                subject: "%APP_NAME% のメールアドレスが変更されました",
                before: [
                    "いつも %APP_NAME% をご利用いただきありがとうございます。",
                    "%APP_NAME% アカウントのメールアドレスが %EMAIL% から %NEW_EMAIL% に変更されました。この変更に心当たりがない場合は、次のリンクを開いて元のメールアドレスに戻してください。",
                ],
                label: "メールアドレスを元に戻す",
                after: [
                    "ご自身で変更された場合は、このメールを無視してください。",
                    "%APP_NAME% チーム",
                ]
            )
        }
    }
}
