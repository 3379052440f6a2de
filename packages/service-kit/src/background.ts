import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@atrium/database'
import type { Logger } from 'pino'
import type { Background } from './service-definition.ts'

/** Runs the work until stopped. Logs errors, but only once a minute while the database is away. */
export function startBackground(work: readonly Background[], logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const loops = work.map(async ({ name, everyMs, onWork, run }) => {
    let warnedAt = 0
    let waitMs = everyMs
    let pause = new AbortController()
    const start = (): void => {
      // A second abort has no effect but costs an exception with its stack.
      if (!pause.signal.aborted) pause.abort()
    }
    const forget = onWork?.(start)
    signal.addEventListener('abort', start, { once: true })
    while (!signal.aborted) {
      await sleep(waitMs, undefined, { signal: pause.signal }).catch(() => {})
      if (signal.aborted) break
      waitMs = everyMs
      // Work that arrives during the round starts the next one.
      pause = new AbortController()
      try {
        const next = await run(signal)
        waitMs = Math.min(everyMs, next?.nextInMs ?? everyMs)
      } catch (error) {
        if (signal.aborted) break
        const away = isDatabaseAway(error)
        // Otherwise a worker with ten rounds per second would fill the log during a database
        // outage.
        if (away && Date.now() - warnedAt < 60_000) continue
        if (away) warnedAt = Date.now()
        logger[away ? 'warn' : 'error']({ err: error, work: name }, 'background work failed')
      }
    }
    forget?.()
  })
  return async () => {
    controller.abort()
    await Promise.all(loops)
  }
}
