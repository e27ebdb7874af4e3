/* Keeps ICU's data out of a statically linked program; see unicode_stub.c. */
#ifndef ANTRAIN_UNICODE_STUB_H
#define ANTRAIN_UNICODE_STUB_H
#endif
