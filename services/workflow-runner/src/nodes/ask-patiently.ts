import { AppError } from '@atrium/contracts'
import type { PublishingPort } from './ports.ts'

const rounds = 4
// A service that restarts is back by then; while a lost call still runs, asking early changes nothing.
const soonMs = 3_000

/**
 * Asks connect for something that must happen once, with the same key each time: soon, then whenever the last call
 * cannot be running any more. Until then a repeat answers `unconfirmed`, which is believed of the last one only.
 * Undefined when connect stays away. Throws when the question itself is refused.
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
      const millis = round === 1 ? soonMs : options.answerMs - (Date.now() - began)
      await options.pause(Math.max(0, millis), options.signal)
    }
  }
  return undefined
}
