import { LRUCache } from 'lru-cache'

/** An event as the streams of its org carry it. */
export interface LiveEvent {
  readonly id: string
  readonly orgId: string
  /** The one member who receives it; null when all members do. */
  readonly ownerId: string | null
  /** Milliseconds since 1970 of its arrival here. */
  readonly at: number
  /** The message as it goes over the wire. */
  readonly frame: string
}

const keptMs = 6 * 60_000
const eventsPerOrg = 2_000
const bytesPerOrg = 2_000_000
const bytesInAll = 48_000_000

interface OrgLog {
  /** By id, the oldest first. */
  readonly events: Map<string, LiveEvent>
  bytes: number
}

/** Keeps six minutes, 2,000 events and 2 MB of each org and 48 MB in all; idle orgs leave first. */
export function createEventLog() {
  const orgs = new LRUCache<string, OrgLog>({ maxSize: bytesInAll, ttl: keptMs })
  const trim = (log: OrgLog, now: number): void => {
    for (const [id, { at, frame }] of log.events) {
      if (log.bytes <= bytesPerOrg && log.events.size <= eventsPerOrg && at >= now - keptMs) return
      log.events.delete(id)
      log.bytes -= frame.length
    }
  }
  return {
    /** Adds an event; false when it is there already. */
    add(event: LiveEvent): boolean {
      const log = orgs.get(event.orgId) ?? { events: new Map<string, LiveEvent>(), bytes: 0 }
      if (log.events.has(event.id)) return false
      log.events.set(event.id, event)
      log.bytes += event.frame.length
      trim(log, event.at)
      orgs.set(event.orgId, log, { size: Math.max(log.bytes, 1) })
      return true
    },
    /** The events of an org after one of them; undefined when that one is not there (any more). */
    after(orgId: string, id: string, now: number): readonly LiveEvent[] | undefined {
      const log = orgs.get(orgId)
      if (log === undefined) return undefined
      trim(log, now)
      const ids = [...log.events.keys()]
      const index = ids.indexOf(id)
      return index === -1 ? undefined : [...log.events.values()].slice(index + 1)
    },
  }
}
