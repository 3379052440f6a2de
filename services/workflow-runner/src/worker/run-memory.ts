/** Bytes of item data that all runs of a process may hold together: a fraction of its heap. */
const mostBytes = 256 * 1024 * 1024

/** What one run holds. */
export interface RunShare {
  /** Adds to it; false when the process cannot spare it and this run holds the most. */
  hold(bytes: number): boolean
  release(): void
}

/**
 * Keeps the item data of all runs of a process within bounds. When they hold too much together, the one that holds
 * the most is refused more, so that a large run never fails a small one.
 */
export function createRunMemory(most: number = mostBytes): () => RunShare {
  const shares = new Set<{ bytes: number; over: boolean }>()
  let total = 0
  return () => {
    const share = { bytes: 0, over: false }
    shares.add(share)
    return {
      hold(bytes) {
        share.bytes += bytes
        total += bytes
        if (total > most) {
          let largest = share
          for (const each of shares) if (each.bytes > largest.bytes) largest = each
          largest.over = true
        }
        return !share.over
      },
      release() {
        if (shares.delete(share)) total -= share.bytes
      },
    }
  }
}
