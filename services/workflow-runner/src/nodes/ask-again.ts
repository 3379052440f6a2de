import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@atrium/contracts'

/** A bus or a service that restarts is back by then. */
const patienceMs = 30_000
const longestPauseMs = 2_000

/**
 * Asks another service, and again with growing pauses while nobody answers: for at most half a minute, and not after
 * the signal is aborted. Only for what may be asked twice: reads, and writes under a key of their own. Throws what
 * the last try threw; an answer of any other kind, a refusal too, is believed at once.
 */
export async function askAgain<R>(ask: () => Promise<R>, signal: AbortSignal): Promise<R> {
  const began = performance.now()
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const away = error instanceof AppError && error.kind === 'unavailable'
      if (!away || signal.aborted || performance.now() - began > patienceMs) throw error
      await sleep(Math.min(longestPauseMs, 100 * 2 ** tries), undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
