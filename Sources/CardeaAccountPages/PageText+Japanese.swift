extension PageText {
    static let japanese = PageText(
        language: .japanese,
        passwordReset: Action(
            title: "新しいパスワードの設定",
            question: "アカウント % のパスワードを変更します。すべての端末からログアウトされます。",
            button: "パスワードを保存",
            doneTitle: "パスワードを変更しました",
            done: "パスワードを変更しました。新しいパスワードでログインできます。"
        ),
        verifyEmail: Action(
            title: "メールアドレスの確認",
            question: "% はあなたのアドレスで、このアカウントはあなたのものですか?",
            button: "確認する",
            doneTitle: "メールアドレスを確認しました",
            done: "メールアドレスを確認しました。"
        ),
        changeEmail: Action(
            title: "メールアドレスの変更",
            question: "アカウントのアドレスを % に変更します。すべての端末からログアウトされます。",
            button: "アドレスを変更",
            doneTitle: "メールアドレスを変更しました",
            done: "メールアドレスを変更しました。新しいアドレスでログインしてください。"
        ),
        recoverEmail: Action(
            title: "メールアドレスの復元",
            question: "アカウントのアドレスを % に戻します。すべての端末からログアウトされます。",
            button: "アドレスを戻す",
            doneTitle: "メールアドレスを戻しました",
            done: "以前のアドレスに戻しました。念のため、今すぐ新しいパスワードを設定してください。"
        ),
        signIn: Action(
            title: "ログイン",
            question: "アプリに進んでログインしてください。",
            button: "進む",
            doneTitle: "",
            done: ""
        ),
        newPassword: "新しいパスワード",
        passwordTooShort: "パスワードは % 文字以上にしてください。",
        passwordTooCommon: "このパスワードはよく使われているものです。別のものにしてください。",
        passwordTooLong: "パスワードが長すぎます。",
        passwordNeedsLowercase: "パスワードには小文字が必要です。",
        passwordNeedsUppercase: "パスワードには大文字が必要です。",
        passwordNeedsDigit: "パスワードには数字が必要です。",
        passwordNeedsSymbol: "パスワードには ! や - などの記号が必要です。",
        notYou: "心当たりがない場合は、このページを閉じてください。何も変更されません。",
        continueToApp: "進む",
        openInApp: "リンクを請求した端末で、このリンクを開いてください。",
        invalidTitle: "このリンクは使えません",
        invalid: "リンクは使用済みか、無効になっています。アプリで新しいリンクを請求してください。",
        incomplete: "リンクが不完全です。メールからもう一度開くか、リンク全体をコピーしてください。",
        expired: "リンクの有効期限が切れています。アプリで新しいリンクを請求してください。",
        disabled: "このアカウントは無効になっています。",
        emailTaken: "このメールアドレスは別のアカウントで使われています。",
        notAllowed: "このアカウントではこの操作はできません。",
        signInFailedTitle: "サインインできませんでした",
        signInFailed: "アプリに戻って、もう一度お試しください。このブラウザーで15分以内に完了してください。",
        signInDeclined: "プロバイダーでのサインインが完了しなかったか、拒否されました。アプリに戻って、もう一度お試しください。",
        notFoundTitle: "ページがありません",
        notFound: "このサーバーはアプリへのサインインを行います。アプリを開くか、アドレスを確認してください。",
        busyTitle: "しばらくしてからもう一度お試しください",
        busy: "サーバーは今この操作を実行できません。何も変更されていません。"
    )
}
