import { backOff } from '@atrium/database'
import type { Bus } from './bus.ts'
import { pause } from './pause.ts'

export interface KeepOpenOptions {
  /** The name in log lines and metrics, without ids: `live-text`. */
  readonly name: string
  readonly subject?: string
  /** Stops the loop. Abort it before you close what is open. */
  readonly signal: AbortSignal
  /** Resolves with the reason when what is open has ended. */
  untilEnded(): Promise<unknown>
  /** May reject. Then the next attempt follows after a longer pause. */
  openAgain(): Promise<void>
}

/** Quick retries do not help, because an operator has to change the permissions first. */
const firstMs = 1_000
const longestMs = 30_000

/**
 * Opens a subscription or service again, with a back-off, when NATS refuses it. The client ends a
 * refused subscription for good, for example after permissions change. Resolves when the signal
 * aborts or the connection drains or closes.
 */
export async function keepOpen(bus: Bus, options: KeepOpenOptions): Promise<void> {
  const { name, subject, signal } = options
  const hasStopped = () => signal.aborted || bus.nc.isClosed() || bus.nc.isDraining()
  let failures = 0
  bus.metrics.natsRefusals.inc({ name }, 0)
  while (true) {
    const openedAt = performance.now()
    const reason = await options.untilEnded()
    if (hasStopped()) return
    failures = performance.now() - openedAt > longestMs ? 1 : failures + 1
    bus.metrics.natsRefusals.inc({ name })
    bus.logger.error(
      { err: reason, subject, name },
      '[nats] a subscription ended, subscribing again',
    )
    await pause(backOff(failures, firstMs, longestMs), signal)
    if (hasStopped()) return
    await options.openAgain().catch(() => undefined)
  }
}
