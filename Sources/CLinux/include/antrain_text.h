/* Text that ends where no byte can be read. */
#ifndef ANTRAIN_TEXT_H
#define ANTRAIN_TEXT_H

#include <stddef.h>

/* Copies a text to the end of a page with an inaccessible page after it, so that reading on, as printf("%s") and strlen do without a
 * NUL, ends the process and does not read what lies behind. NULL where there is no memory. */
char *antrain_text_open(const void *bytes, size_t length);

/* Frees such a text. */
void antrain_text_close(char *text, size_t length);

#endif
