// Shows the thread sanitizer the locking of Swift's Mutex when threads compete for one.
//
// The compiler puts the first attempt to lock into the instrumented caller. The rest is in the
// standard library, which is not instrumented, so the sanitizer would miss it and report data races
// that do not exist. Scripts/sanitize preloads this library, which adds the missing annotations.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock(uint32_t thread, SELF void *mutex) {
    static SWIFT void (*original)(uint32_t, SELF void *);
    if (!original) original = dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF void *mutex) {
    static SWIFT bool (*original)(SELF void *);
    if (!original) original = dlsym(RTLD_NEXT, TRY_LOCK);
    bool is_locked = original(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock(SELF void *mutex) {
    static SWIFT void (*original)(SELF void *);
    if (!original) original = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    original(mutex);
}
