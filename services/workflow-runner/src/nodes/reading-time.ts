/** Half of the deadline of a node, so that the nodes behind it have time of the run, too. */
const longestMs = 420_000

/** Whether the time of a read is used up: one that met the deadline would begin at the same place for ever. */
export function readingTime(now: () => number): () => boolean {
  const until = now() + longestMs
  return () => now() >= until
}
