// A preloaded library that delays a few steps of a test's tasks for a random time, as a busy machine would.
// Tests that wait for a number of turns, or depend on which of two tasks comes first, fail then.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The Swift runtime calls this hook in place of its own queueing of a job (`swift/Runtime/Concurrency.h`).
typedef __attribute__((swiftcall)) void (*queue)(void *job);
typedef __attribute__((swiftcall)) void (*hook)(void *job, queue original);

// The number of steps out of 1,000 that are delayed, and the largest delay in nanoseconds.
static const struct { unsigned steps; uint64_t longest; } waits[] = {{5, 1000000000}, {100, 20000000}};

// The delayed jobs, in the order in which they are due.
typedef struct late {
    struct late *next;
    uint64_t due;
    void *job;
    queue original;
} late;
static late *first;
static struct random_data random_state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t below(uint64_t limit) {
    int32_t value;
    random_r(&random_state, &value);
    return (uint64_t)value % limit;
}

// The delay of the next job; mostly 0.
static uint64_t wait_of_next(void) {
    uint64_t dice = below(1000);
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        if (dice < waits[i].steps) return below(waits[i].longest);
        dice -= waits[i].steps;
    }
    return 0;
}

static __attribute__((swiftcall)) void put_off(void *job, queue original) {
    pthread_mutex_lock(&lock);
    uint64_t wait = wait_of_next();
    late *new = wait > 0 ? malloc(sizeof *new) : NULL;
    if (new != NULL) {
        late **place = &first;
        *new = (late){.due = now() + wait, .job = job, .original = original};
        while (*place != NULL && (*place)->due <= new->due) place = &(*place)->next;
        new->next = *place;
        *place = new;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    if (new == NULL) original(job);
}

static void *queue_when_due(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        if (first == NULL) {
            pthread_cond_wait(&changed, &lock);
        } else if (first->due > now()) {
            struct timespec due = {(time_t)(first->due / 1000000000), (long)(first->due % 1000000000)};
            pthread_cond_timedwait(&changed, &lock, &due);
        } else {
            late *next = first;
            first = next->next;
            pthread_mutex_unlock(&lock);
            next->original(next->job);
            free(next);
            pthread_mutex_lock(&lock);
        }
    }
}

__attribute__((constructor)) static void start(void) {
    static char table[128];
    const char *seed = getenv("CARDEA_SHAKE");
    hook *place = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
    // The shell loads this too, which has no Swift runtime, and `swift test`, which is not what is tried.
    if (seed == NULL || place == NULL || strncmp(program_invocation_short_name, "swift", 5) == 0) return;

    initstate_r((unsigned)strtoul(seed, NULL, 10), table, sizeof table, &random_state);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &monotonic);
    pthread_t thread;
    if (pthread_create(&thread, NULL, queue_when_due, NULL) != 0) return;
    pthread_detach(thread);
    *place = put_off;
}
