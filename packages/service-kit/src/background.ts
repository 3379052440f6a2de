import { isDatabaseAway } from '@atrium/database'
import type { Logger } from 'pino'
import type { Background } from './service-definition.ts'

/**
 * Runs the work until stopped; a round that throws is logged (once a minute while the database is away) and the next
 * one comes as usual.
 */
export function startBackground(work: readonly Background[], logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const loops = work.map(async ({ name, everyMs, run }) => {
    let saidAway = 0
    while (!signal.aborted) {
      await pause(everyMs, signal)
      if (signal.aborted) return
      try {
        await run(signal)
      } catch (error) {
        if (signal.aborted) return
        const away = isDatabaseAway(error)
        // What runs ten times a second would else fill the log as long as the database is away.
        if (away && Date.now() - saidAway < 60_000) continue
        if (away) saidAway = Date.now()
        logger[away ? 'warn' : 'error']({ err: error, work: name }, 'background work failed')
      }
    }
  })
  return async () => {
    controller.abort()
    await Promise.all(loops)
  }
}

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, millis)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
