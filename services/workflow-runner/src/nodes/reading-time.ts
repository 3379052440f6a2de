/** Half of the deadline of a node, so that the nodes behind it have time of the run, too. */
const longestMs = 420_000

/**
 * Whether a read that begins now has used up its time. What is read by then counts, and the rest waits for the next run:
 * a read that meets its deadline would begin at the same place for ever.
 */
export function readingTime(now: () => number): () => boolean {
  const until = now() + longestMs
  return () => now() >= until
}
