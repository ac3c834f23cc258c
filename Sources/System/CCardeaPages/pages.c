#include "CCardeaPages.h"

/* #embed is standard since C23. */
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char style_css[] = {
#embed "files/style.css"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char handler_js[] = {
#embed "files/handler.js"
};
static const unsigned char iframe_js[] = {
#embed "files/iframe.js"
};
static const unsigned char texts_de[] = {
#embed "files/texts/de.json"
};
static const unsigned char texts_en[] = {
#embed "files/texts/en.json"
};
static const unsigned char texts_ja[] = {
#embed "files/texts/ja.json"
};
static const unsigned char texts_ko[] = {
#embed "files/texts/ko.json"
};
static const unsigned char texts_zh_hans[] = {
#embed "files/texts/zh-Hans.json"
};
static const unsigned char texts_zh_hant[] = {
#embed "files/texts/zh-Hant.json"
};
static const unsigned char mails_de[] = {
#embed "files/mails/de.json"
};
static const unsigned char mails_en[] = {
#embed "files/mails/en.json"
};
static const unsigned char mails_ja[] = {
#embed "files/mails/ja.json"
};
static const unsigned char mails_ko[] = {
#embed "files/mails/ko.json"
};
static const unsigned char mails_zh[] = {
#embed "files/mails/zh.json"
};
static const unsigned char mails_zh_hant[] = {
#embed "files/mails/zh-hant.json"
};

#define FILE_AT(path, content) {path, content, sizeof content}

static const cardea_page_file files[] = {
    FILE_AT("style.css", style_css),
    FILE_AT("icon.svg", icon_svg),
    FILE_AT("handler.js", handler_js),
    FILE_AT("iframe.js", iframe_js),
    FILE_AT("texts/de.json", texts_de),
    FILE_AT("texts/en.json", texts_en),
    FILE_AT("texts/ja.json", texts_ja),
    FILE_AT("texts/ko.json", texts_ko),
    FILE_AT("texts/zh-Hans.json", texts_zh_hans),
    FILE_AT("texts/zh-Hant.json", texts_zh_hant),
    FILE_AT("mails/de.json", mails_de),
    FILE_AT("mails/en.json", mails_en),
    FILE_AT("mails/ja.json", mails_ja),
    FILE_AT("mails/ko.json", mails_ko),
    FILE_AT("mails/zh.json", mails_zh),
    FILE_AT("mails/zh-hant.json", mails_zh_hant),
};

const cardea_page_file *cardea_page_files(size_t *count) {
    *count = sizeof files / sizeof files[0];
    return files;
}
