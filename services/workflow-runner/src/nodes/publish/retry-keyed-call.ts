import { AppError } from '@atrium/contracts'
import type { PublishingPort } from '../ports.ts'

const attempts = 4
// Long enough for a restart of connect. An early retry is harmless if the first call still runs.
const restartMs = 3_000

/**
 * Retries a call under the same key: first after three seconds, then after the call timeout.
 * Returns undefined if connect does not respond to any attempt, or the signal aborts. Throws if
 * connect rejects the input.
 */
export async function retryKeyedCall<O extends { outcome: string }>(
  call: () => Promise<O>,
  options: { pause: PublishingPort['pause']; answerMs: number; signal: AbortSignal },
): Promise<O | undefined> {
  let lost = false
  for (let attempt = 1; attempt <= attempts && !options.signal.aborted; attempt += 1) {
    const began = performance.now()
    try {
      const answer = await call()
      if (!lost || answer.outcome !== 'unconfirmed' || attempt === attempts) return answer
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') throw error
      lost = true
    }
    if (attempt < attempts) {
      const millis = attempt === 1 ? restartMs : options.answerMs - (performance.now() - began)
      await options.pause(Math.max(0, millis), options.signal)
    }
  }
  return undefined
}
