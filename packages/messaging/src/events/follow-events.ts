import { randomBytes } from 'node:crypto'
import type { EventEnvelope } from '@atrium/contracts'
import { type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream'
import type { Bus } from '../bus.ts'
import { parseEnvelope } from '../message.ts'
import { orAborted, pause } from '../pause.ts'

export interface FollowOptions {
  /** The first events are those of so many milliseconds before the start. */
  backMs: number
  /** Called in the order of the stream. An event may come again after `onGap`. */
  onEvent(event: EventEnvelope): void
  /** Called when events may be missing because JetStream lost the consumer. */
  onGap(): void
}

export interface Following {
  /** Resolves when the events from before the start have passed. */
  readonly caughtUp: Promise<void>
  stop(): Promise<void>
}

const retryMs = 250
const inactiveMs = 30_000
/** Clocks of the outbox and of JetStream differ by less. */
const overlapMs = 5_000

/** Follows every event without acknowledgement or durable, in each process, for services with `followsEvents`. */
export function followEvents(bus: Bus, { backMs, onEvent, onGap }: FollowOptions): Following {
  const controller = new AbortController()
  const { signal } = controller
  const caughtUp = Promise.withResolvers<void>()
  const prefix = `${bus.service}-follow-${randomBytes(6).toString('hex')}`
  let since = Date.now() - backMs
  let messages: ConsumerMessages | undefined
  let attempt = 0

  const open = async (): Promise<ConsumerMessages> => {
    attempt += 1
    const consumer = await bus.js.consumers.get(bus.stream('EVENTS'), {
      name_prefix: `${prefix}-${attempt}`,
      filter_subjects: bus.subject('events.>'),
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(since).toISOString(),
      inactive_threshold: inactiveMs,
    })
    if ((await consumer.info(true)).num_pending === 0) caughtUp.resolve()
    return consumer.consume({ max_messages: 500, idle_heartbeat: 2_000, abort_on_missing_resource: true })
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        messages = await orAborted(open(), signal)
        if (attempt > 1) onGap()
        for await (const message of messages) {
          const event = parseEnvelope(message)
          if (event !== undefined) onEvent(event)
          since = Date.now() - overlapMs
          if (message.info.pending === 0) caughtUp.resolve()
        }
      } catch (error) {
        if (!signal.aborted) bus.logger.warn({ err: error }, '[events] following broke, starting again')
      }
      await pause(retryMs, signal)
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
