import { AppError } from '@atrium/contracts'
import type { PublishingPort } from './ports.ts'

const attempts = 4
// Covers a restart of connect; an early repeat of a call that still runs has no effect.
const restartMs = 3_000

/**
 * Repeats under the same key after three seconds, then after the time-out; undefined when connect stays away. Throws
 * when connect refuses the input.
 */
export async function retryKeyedCall<O extends { outcome: string }>(
  call: () => Promise<O>,
  options: { pause: PublishingPort['pause']; answerMs: number; signal: AbortSignal },
): Promise<O | undefined> {
  let lost = false
  for (let attempt = 1; attempt <= attempts && !options.signal.aborted; attempt += 1) {
    const began = Date.now()
    try {
      const answer = await call()
      if (!lost || answer.outcome !== 'unconfirmed' || attempt === attempts) return answer
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') throw error
      lost = true
    }
    if (attempt < attempts) {
      const millis = attempt === 1 ? restartMs : options.answerMs - (Date.now() - began)
      await options.pause(Math.max(0, millis), options.signal)
    }
  }
  return undefined
}
