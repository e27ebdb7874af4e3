/* The system calls, and their commands, that a plugin's process may use. Names that do not exist on a machine are skipped. */
#ifndef ANTRAIN_CALL_LISTS_H
#define ANTRAIN_CALL_LISTS_H

#include <stddef.h>
#include <stdint.h>

/* Lists of names end with a null pointer. */
extern const char *const antrain_common_calls[];
extern const char *const antrain_absent_calls[];
extern const char *const antrain_folder_calls[];
extern const char *const antrain_network_calls[];
extern const char *const antrain_program_calls[];

/* Commands of ioctl(2), fcntl(2) and prctl(2). */
extern const uint32_t antrain_common_controls[], antrain_network_controls[], antrain_program_controls[];
extern const size_t antrain_common_control_count, antrain_network_control_count, antrain_program_control_count;
extern const uint32_t antrain_descriptor_commands[], antrain_process_controls[];
extern const size_t antrain_descriptor_command_count, antrain_process_control_count;

#endif
