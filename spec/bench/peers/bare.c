/*
 * The baseline: the cost of a PTY whose output is not parsed.
 *
 *   bare echo WARMUP KEYS PROGRAM ARGS...   writes a key and reads its echo, KEYS times; prints p50 and p99 in us
 *   bare read PROGRAM ARGS...               reads until the query CSI 6 n, replies, reads until the end
 *   bare paced LINES                        prints this many numbered lines per second until it is killed
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static int open_on_terminal(char **argv) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  struct winsize size = {.ws_row = 24, .ws_col = 80};
  if (master < 0 || grantpt(master) || unlockpt(master)) _exit(70);
  ioctl(master, TIOCSWINSZ, &size);
  if (fork() == 0) {
    setsid();
    int slave = open(ptsname(master), O_RDWR);
    dup2(slave, 0), dup2(slave, 1), dup2(slave, 2);
    close(slave), close(master);
    execvp(argv[0], argv);
    _exit(127);
  }
  return master;
}

static double microseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int echo(int warmup, int keys, char **argv) {
  char read_bytes[4096];
  double *took = malloc(sizeof(double) * keys);
  int master = open_on_terminal(argv);
  ssize_t got = 0;
  /* The program prints a full stop when it is ready. */
  do got = read(master, read_bytes, sizeof read_bytes);
  while (got > 0 && !memchr(read_bytes, '.', got));
  for (int at = -warmup; at < keys; at++) {
    char key = 'a' + (at + warmup) % 26;
    double start = microseconds();
    if (write(master, &key, 1) != 1) return 70;
    do got = read(master, read_bytes, sizeof read_bytes);
    while (got > 0 && !memchr(read_bytes, key, got));
    if (got <= 0) return 70;
    if (at >= 0) took[at] = microseconds() - start;
  }
  qsort(took, keys, sizeof(double), by_size);
  printf("{\"p50\":%.2f,\"p99\":%.2f}\n", took[keys / 2], took[keys * 99 / 100]);
  fflush(stdout);
  close(master);
  return 0;
}

static int read_all(char **argv) {
  static const char query[] = "\033[6n";
  char bytes[65536];
  size_t matched = 0;
  int master = open_on_terminal(argv);
  ssize_t got;
  while ((got = read(master, bytes, sizeof bytes)) > 0) {
    /* The query is written last, so checking the end of each read is enough. */
    for (ssize_t at = got > 4 ? got - 4 : 0; at < got; at++)
      matched = bytes[at] == query[matched] ? matched + 1 : bytes[at] == query[0];
    if (matched == 4) {
      if (write(master, "\033[1;1R", 6) != 6) return 70;
      matched = 0;
    }
  }
  wait(NULL);
  return 0;
}

static int paced(int lines) {
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (long line = 1;; line++) {
    char text[128];
    int length = snprintf(text, sizeof text, "%08ld worker took a job from the queue and finished it\n", line);
    if (write(1, text, length) < 0) return 0;
    next.tv_nsec += 1000000000L / lines;
    if (next.tv_nsec >= 1000000000L) next.tv_nsec -= 1000000000L, next.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}

int main(int count, char **words) {
  if (count > 4 && !strcmp(words[1], "echo")) return echo(atoi(words[2]), atoi(words[3]), words + 4);
  if (count > 2 && !strcmp(words[1], "read")) return read_all(words + 2);
  if (count > 2 && !strcmp(words[1], "paced")) return paced(atoi(words[2]));
  return 64;
}
