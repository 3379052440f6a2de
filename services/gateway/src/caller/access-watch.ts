import {
  AccessChanged,
  type EventEnvelope,
  OrgDeleted,
  OrgMemberLeft,
  type Principal,
} from '@atrium/contracts'
import { LRUCache } from 'lru-cache'
import type { StillAdmitted } from './still-admitted.ts'

type Holder = Pick<Principal, 'userId' | 'orgId'>

interface Watched extends Holder {
  readonly stillAdmitted: StillAdmitted
  readonly onRefused: () => void
}

export type AccessWatch = ReturnType<typeof createAccessWatch>

const everyMs = 15_000
/**
 * How long a change is remembered. It covers the gap between a request's admission and its watch.
 */
const rememberedMs = 60_000

/**
 * Checks the callers of long responses as soon as identity reports a change. Also checks every 15
 * seconds, because the event may be late or NATS may be down.
 */
export function createAccessWatch({ checkEveryMs = everyMs } = {}) {
  const watched = new Set<Watched>()
  const changed = new LRUCache<string, true>({ max: 20_000, ttl: rememberedMs })

  const check = async (one: Watched): Promise<void> => {
    if (await one.stillAdmitted()) return
    if (watched.delete(one)) one.onRefused()
  }
  const checkWhere = (matches: (one: Watched) => boolean): void => {
    for (const one of watched) if (matches(one)) void check(one)
  }

  return {
    /**
     * Calls `onRefused` once when the caller has lost access. Returns a function that stops the
     * checks.
     */
    watch(holder: Holder, stillAdmitted: StillAdmitted, onRefused: () => void): () => void {
      const { userId, orgId } = holder
      const one: Watched = { userId, orgId, stillAdmitted, onRefused }
      watched.add(one)
      const timer = setInterval(() => void check(one), checkEveryMs)
      // The change may have come between the request's admission and this call.
      if (changed.has(userId) || (orgId !== null && changed.has(orgId))) void check(one)
      return () => {
        clearInterval(timer)
        watched.delete(one)
      }
    },
    /** Checks the callers affected by an identity event. */
    onEvent({ type, data }: EventEnvelope): void {
      const { userId, orgId } = (data ?? {}) as { userId?: unknown; orgId?: unknown }
      if (type === OrgDeleted.type && typeof orgId === 'string') {
        changed.set(orgId, true)
        checkWhere((one) => one.orgId === orgId)
      }
      if (
        (type === AccessChanged.type || type === OrgMemberLeft.type) &&
        typeof userId === 'string'
      ) {
        changed.set(userId, true)
        checkWhere((one) => one.userId === userId)
      }
    },
  }
}
