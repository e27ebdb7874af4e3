/*
 * An empty ICU data package in place of Foundation's, which has 34 MB.
 *
 * Foundation takes the names, formats and collations of 800 locales from these data. antrain has its own tables for its five languages and
 * uses nothing of Foundation that reads them: files, JSON and bytes. ICU itself builds its libraries against such a package first
 * ("stubdata" in its sources); lookups in it fail with U_FILE_ACCESS_ERROR.
 *
 * The symbol's name contains ICU's version. A Swift toolchain with another one links Foundation's data as before: the program is then
 * larger, and works the same. The symbol is hidden, so that a dynamically linked Foundation (in debug builds) keeps its own.
 */
#include "unicode_stub.h"
#include <stdint.h>

/* udata.h: UDataInfo, and the header of a data package in the "ToCP" format (table of contents with pointers). */
struct package {
    uint16_t header_size;
    uint8_t magic1, magic2;
    struct {
        uint16_t size, reserved;
        uint8_t is_big_endian, charset_family, size_of_uchar, reserved_byte;
        uint8_t data_format[4], format_version[4], data_version[4];
    } info;
    char padding[8];
    uint32_t count, reserved;
    int32_t names_and_data[4];
};

#define STUB(name)                                                                       \
    __attribute__((visibility("hidden"))) _Alignas(16) const struct package name = {     \
        .header_size = 32,                                                               \
        .magic1 = 0xda,                                                                  \
        .magic2 = 0x27,                                                                  \
        .info = {.size = sizeof ((struct package *)0)->info,                             \
                 .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,                \
                 .size_of_uchar = 2,                                                     \
                 .data_format = {0x54, 0x6f, 0x43, 0x50},                                \
                 .format_version = {1}},                                                 \
    }

STUB(icudt74_dat);
STUB(icudt76_dat);
