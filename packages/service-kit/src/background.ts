import type { Logger } from 'pino'
import type { Background } from './service-definition.ts'

/** Runs the work until stopped; a round that throws is logged and the next one comes as usual. */
export function startBackground(work: readonly Background[], logger: Logger): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const loops = work.map(async ({ name, everyMs, run }) => {
    while (!signal.aborted) {
      await pause(everyMs, signal)
      if (signal.aborted) return
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error, work: name }, 'background work failed')
      })
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
