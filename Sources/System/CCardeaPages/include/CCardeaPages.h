#ifndef CCARDEA_PAGES_H
#define CCARDEA_PAGES_H

#include <stddef.h>

/* A file of the pages, which the compiler put into the program. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} cardea_page_file;

/* The files of the directory `files`, by their paths in it. */
const cardea_page_file *cardea_page_files(size_t *count);

#endif
