#ifndef HEADLESS_PLAYBACK_CTERMINAL_SHIM_H
#define HEADLESS_PLAYBACK_CTERMINAL_SHIM_H

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

// A terminal that delivers keys without waiting for a line and does not show them, until the process
// ends or is stopped. The modes are changed in signal handlers, so nothing here allocates or locks.

struct cterminal_state {
    int descriptor;
    struct termios modes;
    volatile sig_atomic_t is_changed;
    volatile sig_atomic_t is_wanted;
    volatile sig_atomic_t continuations;
    struct sigaction before[65];
};

// The state, in a function because Swift does not emit static variables of a header.
static inline struct cterminal_state *cterminal(void)
{
    static struct cterminal_state state = {.descriptor = -1};
    return &state;
}

// Whether the terminal is that of this process: one in the background would be stopped by a change.
static inline int cterminal_is_ours(void)
{
    return cterminal()->descriptor >= 0 && tcgetpgrp(cterminal()->descriptor) == getpgrp();
}

// Gives the terminal back its modes.
static inline void cterminal_restore(void)
{
    if (!cterminal()->is_changed) return;
    cterminal()->is_changed = 0;
    if (!cterminal_is_ours()) return;
    int error = errno;
    tcsetattr(cterminal()->descriptor, TCSANOW, &cterminal()->modes);
    errno = error;
}

// Makes the terminal deliver keys, if it is wanted and in the foreground. Returns whether it does.
static inline int cterminal_change(void)
{
    if (cterminal()->is_changed) return 1;
    if (!cterminal()->is_wanted || !cterminal_is_ours()) return 0;
    struct termios modes;
    if (tcgetattr(cterminal()->descriptor, &cterminal()->modes) != 0) return 0;
    modes = cterminal()->modes;
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    cterminal()->is_changed = 1;
    if (tcsetattr(cterminal()->descriptor, TCSANOW, &modes) == 0) return 1;
    cterminal()->is_changed = 0;
    return 0;
}

static void cterminal_on_end(int number);

static inline void cterminal_handle(int number, void (*handler)(int))
{
    struct sigaction action = {0}, before;
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) != 0) return;
    // A signal that is ignored, as by nohup, stays so.
    if (before.sa_handler == SIG_IGN) return;
    if (sigaction(number, &action, NULL) != 0) return;
    // A handler of our own is no earlier one.
    if (before.sa_handler != handler) cterminal()->before[number] = before;
}

// A signal that ends the process, or that another handler makes its end.
static void cterminal_on_end(int number)
{
    cterminal()->is_wanted = 0;
    cterminal_restore();
    struct sigaction before = cterminal()->before[number];
    sigaction(number, &before, NULL);
    if (before.sa_handler == SIG_IGN) return;
    // A handler with further arguments, such as that of a crash, gets them from the system.
    if (before.sa_handler == SIG_DFL || before.sa_flags & SA_SIGINFO) {
        raise(number);
        return;
    }
    before.sa_handler(number);
}

// Ctrl-Z: the shell gets its terminal back, and then the process stops.
static void cterminal_on_stop(int number)
{
    cterminal_restore();
    struct sigaction standard = {0};
    standard.sa_handler = SIG_DFL;
    sigemptyset(&standard.sa_mask);
    sigaction(number, &standard, NULL);
    raise(number);
}

static void cterminal_on_continue(int number)
{
    (void)number;
    cterminal()->continuations++;
    if (cterminal()->is_wanted) cterminal_handle(SIGTSTP, cterminal_on_stop);
    cterminal_change();
}

// Begins with a terminal. Returns whether it is one and can be changed, now or in the foreground.
static inline int cterminal_begin(int descriptor)
{
    static int is_registered = 0;
    if (!isatty(descriptor)) return 0;
    cterminal()->descriptor = descriptor;
    cterminal()->is_wanted = 1;
    if (!is_registered) {
        is_registered = 1;
        atexit(cterminal_restore);
    }
    const int ends[] = {SIGINT,  SIGTERM, SIGHUP, SIGABRT, SIGILL,
                        SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,  SIGQUIT};
    for (size_t index = 0; index < sizeof ends / sizeof *ends; index++)
        cterminal_handle(ends[index], cterminal_on_end);
    cterminal_handle(SIGTSTP, cterminal_on_stop);
    cterminal_handle(SIGCONT, cterminal_on_continue);
    cterminal_change();
    return 1;
}

// Ends: the terminal and the handlers are what they were.
static inline void cterminal_end(void)
{
    cterminal()->is_wanted = 0;
    cterminal_restore();
    const int ends[] = {SIGINT,  SIGTERM, SIGHUP, SIGABRT, SIGILL,  SIGTRAP,
                        SIGSEGV, SIGBUS,  SIGFPE, SIGQUIT, SIGTSTP, SIGCONT};
    for (size_t index = 0; index < sizeof ends / sizeof *ends; index++) {
        struct sigaction now;
        if (sigaction(ends[index], NULL, &now) != 0) continue;
        if (now.sa_handler != cterminal_on_end && now.sa_handler != cterminal_on_stop
            && now.sa_handler != cterminal_on_continue)
            continue;
        sigaction(ends[index], &cterminal()->before[ends[index]], NULL);
    }
    cterminal()->descriptor = -1;
}

// The number of times that the process was continued after a stop.
static inline int cterminal_count_continuations(void) { return cterminal()->continuations; }

#endif
