import { LRUCache } from 'lru-cache'

export interface LiveEvent {
  readonly id: string
  readonly orgId: string
  /** The only member to receive the event. Null if all members do. */
  readonly ownerId: string | null
  /** When the event arrived here, in milliseconds since 1970. */
  readonly at: number
  /** The encoded server-sent event. */
  readonly frame: string
}

const keptMs = 6 * 60_000
const eventsPerOrg = 2_000
const bytesPerOrg = 2_000_000
const bytesInAll = 48_000_000

interface OrgLog {
  /** By event id, oldest first. */
  readonly events: Map<string, LiveEvent>
  bytes: number
}

/**
 * Keeps events for six minutes, at most 2,000 events and 2 MB per org, and 48 MB in total. Idle
 * orgs are evicted first.
 */
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
    /** Adds an event. Returns false if the log already has it. */
    add(event: LiveEvent): boolean {
      const log = orgs.get(event.orgId) ?? { events: new Map<string, LiveEvent>(), bytes: 0 }
      if (log.events.has(event.id)) return false
      log.events.set(event.id, event)
      log.bytes += event.frame.length
      trim(log, event.at)
      orgs.set(event.orgId, log, { size: Math.max(log.bytes, 1) })
      return true
    },
    /**
     * Returns the org's events after event `id`. Returns undefined if the log does not have that
     * event, for example because it expired.
     */
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
