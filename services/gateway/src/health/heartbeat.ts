import type { Health } from '@atrium/contracts'
import type { Logger } from 'pino'
import { request } from 'undici'

/** Dead man's switches have periods of a minute or more: every period gets a ping, even when one is lost. */
export const beatEveryMs = 30_000
const pingWithinMs = 10_000

export interface HeartbeatDeps {
  /** A bearer URL: its knowledge suffices for a ping, so it is never logged. */
  readonly url: string
  readonly health: () => Promise<Health>
  /** Whether this deployment has a service that registers the system's schedules. */
  readonly schedulesExpected: boolean
  readonly logger: Logger
}

/** Pings the dead man's switch, with `/fail` as docs/reference/http.md, "Health", says. Never throws. */
export function createHeartbeat(deps: HeartbeatDeps): () => Promise<void> {
  let missed = false
  return async () => {
    const { db, systemSchedulesHealthy } = await deps.health()
    const missing = deps.schedulesExpected && !systemSchedulesHealthy
    const failed = db === 'down' || (missing && missed)
    missed = missing
    await ping(deps, failed ? '/fail' : '')
  }
}

async function ping({ url, logger }: HeartbeatDeps, suffix: '' | '/fail'): Promise<void> {
  try {
    const answer = await request(url + suffix, { signal: AbortSignal.timeout(pingWithinMs), reset: true })
    await answer.body.dump()
    if (answer.statusCode >= 300) {
      logger.warn({ status: answer.statusCode }, '[heartbeat] the ping was not taken')
    }
  } catch (error) {
    // The error may contain the URL.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    logger.warn({ code }, '[heartbeat] the ping was not sent')
  }
}
