/** Standard output for a protocol alone: whatever else is printed in this process goes to standard error. */

/** Call it once, before anything is printed. Writes wait until the reader has taken them. */
export function takeOutput(): WritableStream<Uint8Array> {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new WritableStream({
    write: (chunk) =>
      new Promise<void>((resolve, reject) => {
        write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
  });
}
