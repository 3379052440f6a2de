import type { ServerResponse } from 'node:http'
import * as contracts from '@atrium/contracts'
import {
  commonErrors,
  type EventEnvelope,
  eventsIn,
  findAudience,
  OrgDeleted,
  OrgMemberLeft,
  type OrgPrincipal,
} from '@atrium/contracts'
import type { Exchange } from '@atrium/http'
import { type Bus, followEvents } from '@atrium/messaging'
import { Gauge, openCounter } from '@atrium/telemetry'
import type { AccessWatch } from '../caller/access-watch.ts'
import type { StillAdmitted } from '../caller/still-admitted.ts'
import type { Domains } from '../routes/own-domain.ts'
import { createEventLog, type LiveEvent } from './event-log.ts'
import { createLiveStream, type LiveStream } from './live-stream.ts'

const backMs = 6 * 60_000
const beatMs = 15_000
const catchUpMs = 3_000
const streamsPerCaller = 20
const streamsInAll = 5_000

interface Reader {
  readonly stream: LiveStream
  readonly orgId: string
  readonly userId: string
}

export type LiveHub = ReturnType<typeof startLiveHub>

const streamed = new Map(
  eventsIn(contracts).flatMap((event) => {
    const audience = findAudience(event)
    const { unstreamed = [] } = event
    return audience === undefined ? [] : [[event.type, { audience, unstreamed }] as const]
  }),
)

/** Converts an event for its org's streams. Returns undefined for an internal event. */
function toLiveEvent(envelope: EventEnvelope, now: number): LiveEvent | undefined {
  const { id, type, orgId, occurredAt, data } = envelope
  const event = streamed.get(type)
  if (event === undefined || orgId === null) return undefined
  const { audience, unstreamed } = event
  const about = data as { ownerId?: unknown; shared?: unknown }
  const ownerId = audience === 'owner' && about.shared !== true ? String(about.ownerId) : null
  const shown = Object.fromEntries(
    Object.entries(data ?? {}).filter(([name]) => !unstreamed.includes(name)),
  )
  const body = JSON.stringify({ id, type, orgId, occurredAt, data: shown })
  return { id, orgId, ownerId, at: now, frame: `id: ${id}\nevent: ${type}\ndata: ${body}\n\n` }
}

/** Follows the platform's events for this process's streams, for `access` and for `domains`. */
export function startLiveHub(
  bus: Bus,
  { access, domains }: { access: AccessWatch; domains: Pick<Domains, 'onEvent'> },
  now: () => Date,
) {
  const open = new Gauge({
    name: 'atrium_live_streams',
    help: 'Open event streams',
    registers: [bus.metrics.registry],
  })
  const dropped = openCounter(bus.metrics, {
    name: 'atrium_live_gaps_total',
    help: 'Times that a slow reader of events had to load its data again',
  })
  const log = createEventLog()
  const readers = new Set<Reader>()
  /** Callers with open streams, including streams without an event yet. */
  const callers = new Map<ServerResponse, string>()
  let ending = false

  const end = (reader: Reader): void => {
    // Removes the reader at once, because the connection closes later and must get no event until
    // then.
    readers.delete(reader)
    reader.stream.end()
  }
  /**
   * Ends a member's streams when the member leaves, and all streams of a deleted org. If the user
   * has access again, the client reconnects.
   */
  const endRemoved = ({ type, data }: EventEnvelope): void => {
    const removed = (data ?? {}) as { orgId?: unknown; userId?: unknown }
    if (type !== OrgMemberLeft.type && type !== OrgDeleted.type) return
    for (const reader of readers) {
      const isTheirs = type === OrgDeleted.type || reader.userId === removed.userId
      if (isTheirs && reader.orgId === removed.orgId) end(reader)
    }
  }

  const following = followEvents(bus, {
    backMs,
    onEvent(envelope) {
      endRemoved(envelope)
      access.onEvent(envelope)
      domains.onEvent(envelope)
      const event = toLiveEvent(envelope, now().getTime())
      if (event === undefined || !log.add(event)) return
      for (const { orgId, stream } of readers) if (orgId === event.orgId) stream.push(event)
    },
    onGap() {
      for (const { stream } of readers) stream.resync()
    },
  })

  const timer = setInterval(() => {
    for (const { stream } of readers) stream.beat()
  }, beatMs)

  return {
    /**
     * Streams the org's events to the caller. Throws `rate_limited` if the caller has 20 streams,
     * and `unavailable` if the process has 5,000 streams or is stopping.
     */
    async open(
      exchange: Exchange,
      principal: OrgPrincipal,
      lastEventId: string | undefined,
      stillAdmitted: StillAdmitted,
    ): Promise<void> {
      const { response } = exchange
      const { orgId, userId, via, credentialId } = principal
      const caller = via === 'session' ? userId : credentialId
      if (
        callers
          .values()
          .filter((other) => other === caller)
          .toArray().length >= streamsPerCaller
      ) {
        throw commonErrors.rate_limited({
          message: `You can have at most ${streamsPerCaller} event streams. Close one first.`,
        })
      }
      if (callers.size >= streamsInAll || ending) throw commonErrors.unavailable()
      open.set(callers.set(response, caller).size)
      const stream = createLiveStream(response, userId, () => dropped.inc())
      const reader: Reader = { stream, orgId, userId }
      let unwatch: (() => void) | undefined
      response.once('close', () => {
        unwatch?.()
        callers.delete(response)
        open.set(callers.size)
        readers.delete(reader)
      })
      if (lastEventId !== undefined) {
        await Promise.race([
          following.caughtUp,
          new Promise((resolve) => setTimeout(resolve, catchUpMs)),
        ])
        if (response.destroyed) return
      }
      response.writeHead(200, [
        ...exchange.headers,
        'content-type',
        'text/event-stream',
        'cache-control',
        'no-store',
        'x-accel-buffering',
        'no',
      ])
      response.write('retry: 2000\n: connected\n\n')
      const missed = lastEventId === undefined ? [] : log.after(orgId, lastEventId, now().getTime())
      if (missed === undefined) stream.resync()
      else stream.replay(missed)
      readers.add(reader)
      if (ending) stream.end()
      else unwatch = access.watch(principal, stillAdmitted, () => end(reader))
    },
    end(): void {
      ending = true
      for (const { stream } of readers) stream.end()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await following.stop()
    },
  }
}
