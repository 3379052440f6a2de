import { setTimeout as sleep } from 'node:timers/promises'
import { asRoutine, isDatabaseAway, isIdle, onWrite } from '@atrium/database'
import type { Logger } from 'pino'
import type { Background } from './service-definition.ts'

/** When work that `rests` begins to, and its pauses then, in milliseconds. */
const usualRest = { afterMs: 10_000, everyMs: 10_000 }

/**
 * Runs the work until stopped. Logs errors, but only once a minute while the database is away.
 * `db` is the service's database, if it has one.
 */
export function startBackground(
  work: readonly Background[],
  logger: Logger,
  db?: object,
  rest = usualRest,
): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const loops = work.map((each) => repeat(each, { logger, db, rest, signal }))
  return async () => {
    controller.abort()
    await Promise.all(loops)
  }
}

async function repeat(
  { name, everyMs, rests = false, onWork, run }: Background,
  {
    logger,
    db,
    rest,
    signal,
  }: { logger: Logger; db: object | undefined; rest: typeof usualRest; signal: AbortSignal },
): Promise<void> {
  let warnedAt = 0
  let nextInMs: number | undefined
  let isResting = false
  let isResumed = false
  let pause = new AbortController()
  const endPause = (): void => {
    // A second abort has no effect but costs an exception with its stack.
    if (!pause.signal.aborted) pause.abort()
  }
  const start = (): void => {
    isResumed = false
    endPause()
  }
  const resume = (): void => {
    if (!isResting || pause.signal.aborted) return
    isResumed = true
    endPause()
  }
  const forget = [onWork?.(start), rests && db !== undefined ? onWrite(db, resume) : undefined]
  signal.addEventListener('abort', start, { once: true })
  while (!signal.aborted) {
    isResting = rests && db !== undefined && isIdle(db, rest.afterMs)
    isResumed = false
    const usualMs = isResting ? Math.max(everyMs, rest.everyMs) : everyMs
    await sleep(chooseShorter(nextInMs, usualMs), undefined, { signal: pause.signal }).catch(
      () => {},
    )
    if (signal.aborted) break
    nextInMs = undefined
    // Work that arrives during the round starts the next one.
    pause = new AbortController()
    // The write that ended the rest is not committed yet, so the usual pause follows.
    if (isResumed) continue
    try {
      nextInMs = (await asRoutine(rests ? 'look' : 'upkeep', () => run(signal)))?.nextInMs
    } catch (error) {
      if (signal.aborted) break
      const away = isDatabaseAway(error)
      // Otherwise a worker with ten rounds per second would fill the log during a database outage.
      if (away && Date.now() - warnedAt < 60_000) continue
      if (away) warnedAt = Date.now()
      logger[away ? 'warn' : 'error']({ err: error, work: name }, 'background work failed')
    }
  }
  for (const each of forget) each?.()
}

/** Ignores a wanted pause that is no number, because a timer would take it for a millisecond. */
const chooseShorter = (wantedMs: number | undefined, usualMs: number): number =>
  wantedMs === undefined || Number.isNaN(wantedMs) ? usualMs : Math.min(wantedMs, usualMs)
