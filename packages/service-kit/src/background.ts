import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@atrium/database'
import type { Logger } from 'pino'
import type { Background } from './service-definition.ts'

/** Runs the work until stopped. Logs errors, but only once a minute while the database is away. */
export function startBackground(work: readonly Background[], logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const loops = work.map(async ({ name, everyMs, run }) => {
    let warnedAt = 0
    while (!signal.aborted) {
      await sleep(everyMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        await run(signal)
      } catch (error) {
        if (signal.aborted) return
        const away = isDatabaseAway(error)
        // Otherwise a worker with ten rounds per second would fill the log during a database
        // outage.
        if (away && Date.now() - warnedAt < 60_000) continue
        if (away) warnedAt = Date.now()
        logger[away ? 'warn' : 'error']({ err: error, work: name }, 'background work failed')
      }
    }
  })
  return async () => {
    controller.abort()
    await Promise.all(loops)
  }
}
