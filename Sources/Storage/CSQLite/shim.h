#include <sqlite3.h>

/// Plans queries without regard to the values of their parameters (SQLITE_DBCONFIG_ENABLE_QPSG).
///
/// Otherwise SQLite prepares a query again after each binding of a parameter that it compared with the condition of a partial index.
/// A function, because Swift cannot call variadic ones.
static inline int antrain_keep_query_plans(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_QPSG, 1, (int *)0);
}
