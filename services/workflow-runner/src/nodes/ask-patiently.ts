import { AppError } from '@atrium/contracts'
import type { PublishingPort } from './ports.ts'

const rounds = 3

/**
 * Asks connect for something that must happen once, with the same key each time. While a lost call may still be
 * running a repeat answers `unconfirmed`, so its time is waited out first. Undefined when connect stays away.
 * Throws when the question itself is refused.
 */
export async function askPatiently<O extends { outcome: string }>(
  ask: () => Promise<O>,
  options: { pause: PublishingPort['pause']; answerMs: number; signal: AbortSignal },
): Promise<O | undefined> {
  let lost = false
  for (let round = 1; round <= rounds && !options.signal.aborted; round += 1) {
    const began = Date.now()
    try {
      const answer = await ask()
      if (!lost || answer.outcome !== 'unconfirmed' || round === rounds) return answer
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') throw error
      lost = true
    }
    if (round < rounds) {
      await options.pause(Math.max(0, options.answerMs - (Date.now() - began)), options.signal)
    }
  }
  return undefined
}
