#ifndef HEADLESS_PLAYBACK_CSQLITE_SHIM_H
#define HEADLESS_PLAYBACK_CSQLITE_SHIM_H

#include <sqlite3.h>

_Static_assert(SQLITE_VERSION_NUMBER >= 3037000, "STRICT tables need SQLite 3.37 or later");

// SQLite makes copies of what is bound; a cast of -1 to a function pointer does not reach Swift.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count)
{
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count)
{
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
