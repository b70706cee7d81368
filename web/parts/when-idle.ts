/** Runs work between frames. Safari has no idle callbacks: there it runs soon, in small pieces. */

interface Idle {
  timeRemaining(): number;
}

const PIECE_MS = 8;

/** `piece` does a part of the work and returns whether there is more. Returns a function that stops it. */
export function whenIdle(piece: () => boolean): () => void {
  let isStopped = false;
  const run = (idle: Idle) => {
    while (!isStopped) {
      if (!piece()) return;
      if (idle.timeRemaining() < 2) return next();
    }
  };
  const next = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
    else {
      setTimeout(() => {
        const until = performance.now() + PIECE_MS;
        run({ timeRemaining: () => until - performance.now() });
      }, PIECE_MS);
    }
  };
  next();
  return () => {
    isStopped = true;
  };
}
