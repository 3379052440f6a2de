import { setTimeout as sleep } from 'node:timers/promises'
import type { EventDefinition } from '@atrium/contracts'
import type { ConsumerInfo } from '@nats-io/jetstream'
import type { Bus } from '../bus.ts'

const pollMs = 20

/**
 * Waits until all consumers of this type have handled an organisation's latest event. Returns false
 * after `timeoutMs`. Never throws.
 */
export async function whenConsumed(
  bus: Bus,
  event: EventDefinition,
  orgId: string,
  timeoutMs: number,
): Promise<boolean> {
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false)
  const consumed = untilThrough(bus, event, orgId, timer.signal).catch((error: unknown) => {
    bus.logger.debug(
      { err: error, event: event.type },
      '[events] JetStream does not report its consumers',
    )
    return false
  })
  return Promise.race([consumed, timeout]).finally(() => timer.abort())
}

async function untilThrough(
  bus: Bus,
  event: EventDefinition,
  orgId: string,
  signal: AbortSignal,
): Promise<boolean> {
  let sequence: number | undefined
  while (!signal.aborted && bus.isConnected()) {
    sequence ??= await findSequence(bus, event, orgId)
    if (sequence !== undefined && (await allPast(bus, event, sequence))) return true
    await sleep(pollMs)
  }
  return false
}

/** Returns the event's sequence in the stream. Undefined until the relay has published it. */
async function findSequence(
  bus: Bus,
  { type }: EventDefinition,
  orgId: string,
): Promise<number | undefined> {
  const last_by_subj = bus.subject(`events.${orgId}.${type}`)
  const message = await bus.jsm.streams.getMessage(bus.stream('EVENTS'), { last_by_subj })
  return message?.seq
}

async function allPast(bus: Bus, { type }: EventDefinition, sequence: number): Promise<boolean> {
  const filter = bus.subject(`events.*.${type}`)
  for await (const info of bus.jsm.consumers.list(bus.stream('EVENTS'))) {
    if (info.config.filter_subject === filter && !isPast(info, sequence)) return false
  }
  return true
}

const isPast = (
  { ack_floor, delivered, num_ack_pending }: ConsumerInfo,
  sequence: number,
): boolean =>
  ack_floor.stream_seq >= sequence || (delivered.stream_seq >= sequence && num_ack_pending === 0)
