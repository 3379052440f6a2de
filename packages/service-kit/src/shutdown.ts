import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** An open part of a service. */
export interface Closing {
  /** Names the part in the log line if closing fails or takes too long. */
  what: string
  close(): Promise<void> | void
}

export interface Shutdown {
  /** Adds a stage. Its members close together, before every earlier stage. */
  add(...stage: Closing[]): void
  /** Adds to the last stage. */
  join(closing: Closing): void
  /** Closes the stages, the latest first. Never throws. A second call waits for the same end. */
  run(): Promise<void>
}

/**
 * Collects a service's open parts. If closing a part takes longer than `patienceMs`, the part is
 * abandoned with a warning.
 */
export function createShutdown(logger: Logger, patienceMs: number): Shutdown {
  const stages: Closing[][] = []
  let running: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    for (const stage of stages.splice(0).toReversed()) {
      await Promise.all(stage.map((closing) => closeInTime(closing, patienceMs, logger)))
    }
  }
  return {
    add: (...stage) => void stages.push(stage),
    join: (closing) => void stages.at(-1)?.push(closing),
    run: () => {
      running ??= closeAll()
      return running
    },
  }
}

async function closeInTime(
  { what, close }: Closing,
  patienceMs: number,
  logger: Logger,
): Promise<void> {
  const timer = new AbortController()
  const timeout = sleep(patienceMs, undefined, { signal: timer.signal }).then(
    () => logger.warn({ what }, 'stopping takes too long, going on without it'),
    () => {},
  )
  try {
    await Promise.race([Promise.resolve().then(close), timeout])
  } catch (error) {
    logger.error({ err: error, what }, 'stopping failed')
  } finally {
    timer.abort()
  }
}
