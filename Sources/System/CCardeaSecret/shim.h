/* libsecret-1.pc brings -pthread, about which SwiftPM warns in every build of every app. So Package.swift asks for
   gobject-2.0 alone, and the headers are found beside those of GLib. */
#if __has_include(<libsecret/secret.h>)
#include <libsecret/secret.h>
#else
#define __SECRET_INSIDE_HEADER__
#include <../libsecret-1/libsecret/secret-attributes.h>
#include <../libsecret-1/libsecret/secret-collection.h>
#include <../libsecret-1/libsecret/secret-item.h>
#include <../libsecret-1/libsecret/secret-prompt.h>
#include <../libsecret-1/libsecret/secret-schema.h>
#include <../libsecret-1/libsecret/secret-service.h>
#include <../libsecret-1/libsecret/secret-types.h>
#include <../libsecret-1/libsecret/secret-value.h>
#undef __SECRET_INSIDE_HEADER__
#endif

/* libsecret's service would take the process's shared connection to the session bus, which ends the process when the bus
   goes away. This one is constructed as the plain proxy that it is, on a connection that is handed in. */

static GObject *cardea_service_construct(GType type, guint count, GObjectConstructParam *properties) {
    GObjectClass *proxy = (GObjectClass *)g_type_class_peek(g_dbus_proxy_get_type());
    return proxy->constructor(type, count, properties);
}

static void cardea_service_class_init(gpointer type, gpointer data) {
    ((GObjectClass *)type)->constructor = cardea_service_construct;
}

static inline GType cardea_service_type(void) {
    static gsize type = 0;
    if (g_once_init_enter(&type)) {
        GType made = g_type_register_static_simple(secret_service_get_type(), "CardeaSecretServiceProxy",
                                                   sizeof(SecretServiceClass), cardea_service_class_init,
                                                   sizeof(SecretService), NULL, (GTypeFlags)0);
        g_once_init_leave(&type, made);
    }
    return type;
}

/* GObject's constructors are variadic, and so out of Swift's reach. */
static inline SecretService *cardea_secret_service(GDBusConnection *bus, GCancellable *cancellable, GError **error) {
    return (SecretService *)g_initable_new(
        cardea_service_type(), cancellable, error, "g-connection", bus, "g-name", "org.freedesktop.secrets",
        "g-object-path", "/org/freedesktop/secrets", "g-interface-name", "org.freedesktop.Secret.Service", "flags",
        SECRET_SERVICE_OPEN_SESSION, NULL);
}

/* The table of attributes needs functions that are macros or variadic. */

static inline GHashTable *cardea_attributes(void) { return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free); }

static inline void cardea_attributes_set(GHashTable *attributes, const char *name, const char *value) {
    g_hash_table_insert(attributes, g_strdup(name), g_strdup(value));
}
