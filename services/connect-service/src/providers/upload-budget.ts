const bytesPerMs = 5_000
const longestMs = 100_000

/**
 * Milliseconds that one attempt at a post may spend on its file: `shortestMs`, and longer for a large one. What is
 * begun then ends before the attempt counts as one that nobody makes any more.
 */
export const uploadBudget = (shortestMs: number, bytes: number): number =>
  Math.max(shortestMs, Math.min(longestMs, shortestMs + bytes / bytesPerMs))
