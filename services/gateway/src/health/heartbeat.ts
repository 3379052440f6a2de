import type { Health } from '@atrium/contracts'
import type { Logger } from 'pino'
import { request } from 'undici'

/**
 * Dead man's switches expect a ping every minute or less often. With this interval each period gets
 * a ping even if one is lost.
 */
export const beatEveryMs = 30_000
const pingWithinMs = 10_000

export interface HeartbeatDeps {
  /** Secret, because whoever knows the URL can ping. It must not be logged. */
  readonly url: string
  readonly health: () => Promise<Health>
  /** True if a service in this deployment registers the system's schedules. */
  readonly schedulesExpected: boolean
  readonly logger: Logger
}

/**
 * Returns a function that pings the dead man's switch. It pings `/fail` instead if the database is
 * down, or if schedules are missing twice in a row (docs/reference/http.md, "Health"). Never
 * throws.
 */
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
    const answer = await request(url + suffix, {
      signal: AbortSignal.timeout(pingWithinMs),
      reset: true,
    })
    await answer.body.dump()
    if (answer.statusCode >= 300) {
      logger.warn({ status: answer.statusCode }, '[heartbeat] the ping was not taken')
    }
  } catch (error) {
    // Logs only the code, because the error may contain the URL.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    logger.warn({ code }, '[heartbeat] the ping was not sent')
  }
}
