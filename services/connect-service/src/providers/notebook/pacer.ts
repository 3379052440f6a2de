import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Pacer = (key: string) => Promise<void>

const keptKeys = 10_000

/**
 * Spaces out calls with the same key and keeps their order. Stores only hashes of the keys, because
 * the keys are tokens.
 */
export function createPacer(perSecond: number): Pacer {
  const spacingMs = Math.ceil(1_000 / perSecond)
  const freeAt = new Map<string, number>()
  return async (key) => {
    const hash = createHash('sha256').update(key).digest('base64url')
    const now = performance.now()
    const begin = Math.max(now, freeAt.get(hash) ?? 0)
    freeAt.delete(hash)
    freeAt.set(hash, begin + spacingMs)
    if (freeAt.size > keptKeys)
      for (const [known, at] of freeAt) if (at <= now) freeAt.delete(known)
    if (begin > now) await sleep(begin - now)
  }
}
