/** The byte limit for item data in all runs of a process, a fraction of its heap. */
const mostBytes = 256 * 1024 * 1024

/**
 * Once the limit is exceeded, rejects the run with the most data, so a large run never fails a
 * small one.
 */
export function createRunMemory(most: number = mostBytes) {
  const shares = new Set<{ bytes: number; over: boolean }>()
  let total = 0
  return () => {
    const share = { bytes: 0, over: false }
    shares.add(share)
    return {
      /**
       * Adds to the run's share. Returns false if the process exceeds its limit and this run holds
       * the most.
       */
      hold(bytes: number): boolean {
        share.bytes += bytes
        total += bytes
        if (total > most) {
          let largest = share
          for (const each of shares) if (each.bytes > largest.bytes) largest = each
          largest.over = true
        }
        return !share.over
      },
      release(): void {
        if (shares.delete(share)) total -= share.bytes
      },
    }
  }
}
