import { randomBytes } from 'node:crypto'
import type { EventEnvelope } from '@atrium/contracts'
import { AckPolicy, type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream'
import type { Bus } from '../bus.ts'
import { isRefusal } from '../is-refusal.ts'
import { parseEnvelope } from '../message.ts'
import { orAborted, pause } from '../pause.ts'
import { endWhenSilent, pauseAfter, watchRefusals } from '../refusals.ts'
import { nanos } from '../streams.ts'

export interface FollowOptions {
  /** How far before the start to begin, in milliseconds. */
  backMs: number
  /** Called in stream order. After `onGap` an event may come again. */
  onEvent(event: EventEnvelope): void
  /** Called if events may be missing because NATS was down, hung or lost the consumer. */
  onGap(): void
}

export interface Following {
  /** Resolves when the events from before the start have been delivered. */
  readonly caughtUp: Promise<void>
  stop(): Promise<void>
}

const inactiveMs = 30_000
/**
 * How long to wait for a new consumer at first, in milliseconds. A cluster may place it on a server
 * that has just died. Then there is no response, and the next attempt may get another server.
 */
const firstWaitMs = 2_000
const longestWaitMs = 5_000
/** The clocks of the outbox and JetStream differ by less than this. */
const overlapMs = 5_000

/**
 * Follows every event in each process, without acknowledgement or durable. For services with
 * `followsEvents`.
 */
export function followEvents(bus: Bus, { backMs, onEvent, onGap }: FollowOptions): Following {
  const controller = new AbortController()
  const { signal } = controller
  const caughtUp = Promise.withResolvers<void>()
  const prefix = `${bus.service}-follow-${randomBytes(6).toString('hex')}`
  let since = Date.now() - backMs
  let messages: ConsumerMessages | undefined
  let unwatch: Array<() => void> = []
  let attempt = 0
  let waitMs = firstWaitMs

  const open = async (): Promise<ConsumerMessages> => {
    attempt += 1
    const adding = bus.jsm.consumers.add(bus.stream('EVENTS'), {
      name: `${prefix}-${attempt}`,
      filter_subject: bus.subject('events.>'),
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(since).toISOString(),
      ack_policy: AckPolicy.None,
      inactive_threshold: nanos(inactiveMs),
    })
    const timeout = AbortSignal.timeout(waitMs)
    waitMs = Math.min(2 * waitMs, longestWaitMs)
    const info = await orAborted(adding, timeout)
    waitMs = firstWaitMs
    if (info.num_pending === 0) caughtUp.resolve()
    const opened = await bus.js.consumers.getConsumerFromInfo(info).consume({
      max_messages: 500,
      idle_heartbeat: 2_000,
      abort_on_missing_resource: true,
      // Skips requests for the consumer's state, because the service's user lacks that permission.
      bind: true,
    })
    unwatch = [
      watchRefusals(bus, info.name, (error) => opened.stop(error)),
      endWhenSilent(bus, opened),
    ]
    return opened
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        messages = await orAborted(open(), signal)
        if (attempt > 1) onGap()
        let delivered = 0
        for await (const message of messages) {
          delivered += 1
          if (message.info.deliverySequence !== delivered) throw new Error('NATS left out an event')
          const event = parseEnvelope(message)
          if (event !== undefined) onEvent(event)
          since = Date.now() - overlapMs
          if (message.info.pending === 0) caughtUp.resolve()
        }
        await pause(pauseAfter(undefined), signal)
      } catch (error) {
        if (signal.aborted) return
        const level = isRefusal(error) ? 'error' : 'warn'
        bus.logger[level]({ err: error }, '[events] following broke, starting again')
        await pause(pauseAfter(error), signal)
      } finally {
        for (const stop of unwatch.splice(0)) stop()
        messages?.stop()
      }
    }
  }
  const running = run()
  return {
    caughtUp: caughtUp.promise,
    async stop() {
      messages?.stop()
      controller.abort()
      await running
    },
  }
}
