/** For programs that serve another one over standard input: waits until it closes the input or asks this one to end. */

export function untilLeft(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.on('end', resolve).on('close', resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
