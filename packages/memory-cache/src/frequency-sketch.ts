/**
 * Estimates how often each key was seen lately, in a fixed amount of memory: a count-min sketch of four rows
 * with conservative update, halved once per width of observations, so that old fame fades (the sketch of
 * TinyLFU: Einziger, Friedman and Manes, 2017). An estimate is never too low between two halvings.
 */
export function createFrequencySketch(expectedKeys: number) {
  const width = 2 ** Math.max(14, Math.ceil(Math.log2(expectedKeys * 8)))
  const counters = new Uint8Array(width * rows)
  let observed = 0

  return {
    observe(key: string): void {
      const hash = hashOf(key)
      const least = estimateOf(counters, hash, width)
      // Only the lowest counters rise: the others are high because of other keys.
      for (let row = 0; row < rows; row++) {
        const at = slot(hash, row, width)
        if (counters[at] === least && least < 255) counters[at] = least + 1
      }
      observed += 1
      if (observed < width) return
      observed = 0
      for (let i = 0; i < counters.length; i++) counters[i] = (counters[i] ?? 0) >> 1
    },
    estimate: (key: string): number => estimateOf(counters, hashOf(key), width),
  }
}

const rows = 4

function estimateOf(counters: Uint8Array, hash: number, width: number): number {
  let least = 255
  for (let row = 0; row < rows; row++) least = Math.min(least, counters[slot(hash, row, width)] ?? 0)
  return least
}

// FNV-1a, 32 bits; every row mixes it with an odd number of its own.
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash
}

function slot(hash: number, row: number, width: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b + row * 0x3c6ef372)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return row * width + ((mixed ^ (mixed >>> 16)) & (width - 1))
}
