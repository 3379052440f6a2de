import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@atrium/database'
import type { Logger } from 'pino'

const patienceMs = 15_000

const passing = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  (error instanceof Error &&
    (isDatabaseAway(error.cause) ||
      /refused|no servers|no responders|timeout|temporarily unavailable|not enabled/i.test(error.message)))

/** Waits up to 15 s for a server that is still coming up; any other failure is thrown at once. */
export async function keepTrying<R>(what: string, logger: Logger, attempt: () => Promise<R>): Promise<R> {
  const deadline = Date.now() + patienceMs
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!passing(error) || Date.now() > deadline) throw error
      if (tries === 0) logger.warn(`waiting for ${what}`)
      await sleep(300)
    }
  }
}
