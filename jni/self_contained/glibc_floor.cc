// SPDX-License-Identifier: Apache-2.0
// Lets the library load under a glibc older than the one it is built with. The linker (--wrap, see
// CMakeLists.txt) sends each reference to a function that is new, or has a new version, to the
// __wrap_ function here, which does the same with what glibc 2.28 has. Needed on the system that
// builds: glibc up to 2.36; a symbol that a later one adds makes the test of the floor fail, and
// gets a function here.
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#if defined(__x86_64__)
#define RESCALE_OLDEST "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define RESCALE_OLDEST "GLIBC_2.17"
#else
#error "which version of glibc's symbols is this machine's oldest?"
#endif

// glibc 2.34 moved libpthread into libc and gave its functions a second version.
extern "C" {
__asm__(".symver rescale_pthread_create, pthread_create@" RESCALE_OLDEST);
__asm__(".symver rescale_pthread_join, pthread_join@" RESCALE_OLDEST);
__asm__(".symver rescale_pthread_once, pthread_once@" RESCALE_OLDEST);
__asm__(".symver rescale_pthread_key_create, __pthread_key_create@" RESCALE_OLDEST);
int rescale_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
int rescale_pthread_join(pthread_t, void**);
int rescale_pthread_once(pthread_once_t*, void (*)());
int rescale_pthread_key_create(pthread_key_t*, void (*)(void*));

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*start)(void*), void* argument) {
  return rescale_pthread_create(thread, attributes, start, argument);
}
int __wrap_pthread_join(pthread_t thread, void** value) {
  return rescale_pthread_join(thread, value);
}
int __wrap_pthread_once(pthread_once_t* once, void (*function)()) {
  return rescale_pthread_once(once, function);
}
int __wrap___pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  return rescale_pthread_key_create(key, destructor);
}

// 2.33 made these functions of their own; before, headers turned them into __xstat and the like.
// On both machines the kernel's struct stat is glibc's.
int __wrap_fstatat(int directory, const char* path, struct stat* info, int flags) {
  return static_cast<int>(syscall(SYS_newfstatat, directory, path, info, flags));
}
int __wrap_stat(const char* path, struct stat* info) {
  return __wrap_fstatat(AT_FDCWD, path, info, 0);
}
int __wrap_lstat(const char* path, struct stat* info) {
  return __wrap_fstatat(AT_FDCWD, path, info, AT_SYMLINK_NOFOLLOW);
}
int __wrap_fstat(int fd, struct stat* info) {
  return static_cast<int>(syscall(SYS_fstat, fd, info));
}

// 2.32; says whether atomics may be left out. A JVM is never single-threaded.
char __wrap___libc_single_threaded = 0;

// 2.36; behind std::random_device.
uint32_t __wrap_arc4random() {
  uint32_t value = 0;
  if (getentropy(&value, sizeof value) != 0) std::abort();
  return value;
}
}

#if __GLIBC_PREREQ(2, 35)  // else nobody asks for it
namespace {

struct Search {
  uintptr_t address;
  struct dl_find_object* result;
};

// Fills the result when the object holds the address. The last of its segments bounds it.
int Look(struct dl_phdr_info* object, size_t, void* data) {
  const auto* search = static_cast<const Search*>(data);
  uintptr_t begin = UINTPTR_MAX;
  uintptr_t end = 0;
  uintptr_t unwind_table = 0;
  bool inside = false;
  for (ElfW(Half) i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const uintptr_t at = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_GNU_EH_FRAME) unwind_table = at;
    if (segment.p_type != PT_LOAD) continue;
    if (at < begin) begin = at;
    if (at + segment.p_memsz > end) end = at + segment.p_memsz;
    if (search->address >= at && search->address - at < segment.p_memsz) inside = true;
  }
  if (!inside || unwind_table == 0) return 0;
  *search->result = {};
  search->result->dlfo_map_start = reinterpret_cast<void*>(begin);
  search->result->dlfo_map_end = reinterpret_cast<void*>(end);
  search->result->dlfo_eh_frame = reinterpret_cast<void*>(unwind_table);
  return 1;
}

}  // namespace

// 2.35; libgcc's unwinder asks it for the unwind table of an address.
extern "C" int __wrap__dl_find_object(void* address, struct dl_find_object* result) {
  Search search{reinterpret_cast<uintptr_t>(address), result};
  return dl_iterate_phdr(Look, &search) == 1 ? 0 : -1;
}
#endif
