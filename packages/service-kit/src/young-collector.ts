import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'

const Collect = z.custom<(options: { type: 'minor' }) => void>((value) => typeof value === 'function')
const everyBytes = 32 * 1024 * 1024

/**
 * Told of every body byte, has the engine collect its youngest objects once per 32 MB.
 *
 * Each piece of a body is memory outside the heap. V8 answers its growth by collecting the whole heap, which
 * took two thirds of the time of an upload and let memory swing by tens of megabytes; the pieces are long
 * dead by then, and a minor collection of about a millisecond frees them as well.
 */
export function createYoungCollector(): (bytes: number) => void {
  const collect = findCollector()
  let received = 0
  return (bytes) => {
    received += bytes
    if (received < everyBytes) return
    received = 0
    collect?.({ type: 'minor' })
  }
}

// The function is only reachable while the flag is set; nothing else of the process changes.
function findCollector() {
  setFlagsFromString('--expose-gc')
  const collect = Collect.safeParse(runInNewContext('globalThis.gc')).data
  setFlagsFromString('--no-expose-gc')
  return collect
}
