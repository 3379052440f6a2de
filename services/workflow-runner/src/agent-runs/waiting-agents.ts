import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, AgentRunChanged, type ClaimAgentRun, commonErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { subscribe } from '@atrium/messaging'
import type { Deps } from '../deps.ts'
import { type AgentRunRow, emitChanged, type Owner } from './agent-runs.db.ts'
import { hashOfLease, newLease } from './lease.ts'
import { claimQueued, ownersWithRuns, queuedFor, returnClaim } from './leases.db.ts'

export interface Claim {
  row: AgentRunRow
  lease: string
}

interface Waiter {
  agent: Agent
  kinds: readonly string[]
  workspaces: readonly string[]
  taken: boolean
  over: boolean
  outcome: PromiseWithResolvers<Claim | undefined>
}

interface Person {
  owner: Owner
  /** In order of arrival. */
  waiters: Set<Waiter>
  look: Promise<void> | undefined
  again: boolean
}

const usualLimits = { all: 5_000, ofPerson: 600 }
/** Even if a claim does not wait, a slow database gets this much time. */
const leastMs = 2_000
const headsAtOnce = 50

const accepts =
  ({ kind, workspace }: Pick<AgentRunRow, 'kind' | 'workspace'>) =>
  ({ kinds, workspaces, taken, over }: Waiter): boolean =>
    !taken &&
    !over &&
    kinds.includes(kind) &&
    (workspace === null || workspaces.includes(workspace))

/**
 * Holds this process's waiting agents. When a run is queued, its event wakes only the owner's
 * agents. Each run costs one claim.
 */
export function createWaitingAgents(
  { db, bus, logger }: Pick<Deps, 'db' | 'bus' | 'logger'>,
  limits = usualLimits,
) {
  const persons = new Map<string, Person>()
  let waiting = 0
  let ending = false
  const toKey = ({ orgId, userId }: Owner): string => `${orgId} ${userId}`

  const claimFor = async (owner: Owner, id: string, waiter: Waiter): Promise<boolean> => {
    waiter.taken = true
    const lease = newLease()
    const leaseHash = hashOfLease(lease)
    try {
      const row = await inTransaction(db, undefined, async (tx) => {
        const claimed = await claimQueued(tx, owner, id, { agent: waiter.agent, leaseHash })
        if (claimed !== undefined) await emitChanged(tx, claimed)
        return claimed
      })
      if (row !== undefined) waiter.outcome.resolve({ row, lease })
      else if (waiter.over) waiter.outcome.resolve(undefined)
      waiter.taken = row !== undefined
      return row !== undefined
    } catch (error) {
      waiter.outcome.reject(error)
      throw error
    }
  }
  // Another process may take a run first, so the queue is read until a round claims nothing.
  const lookOnce = async ({ owner, waiters }: Person): Promise<void> => {
    for (let progress = true; progress; ) {
      progress = false
      const free = [...waiters].filter(({ taken, over }) => !taken && !over)
      if (free.length === 0) return
      const wanted = {
        kinds: [...new Set(free.flatMap(({ kinds }) => kinds))],
        workspaces: [...new Set(free.flatMap(({ workspaces }) => workspaces))],
      }
      for (const head of await queuedFor(db, owner, wanted, headsAtOnce)) {
        const waiter = free.find(accepts(head))
        if (waiter !== undefined && (await claimFor(owner, head.id, waiter))) progress = true
      }
    }
  }
  const look = (person: Person): Promise<void> => {
    person.again = true
    person.look ??= (async () => {
      try {
        while (person.again) {
          person.again = false
          await lookOnce(person)
        }
      } finally {
        person.look = undefined
      }
    })()
    return person.look
  }
  const lookQuietly = (person: Person): void =>
    void look(person).catch((error: unknown) =>
      logger.warn({ err: error }, '[agent-runs] cannot claim'),
    )

  const unsubscribe = subscribe(bus, bus.subject(`events.*.${AgentRunChanged.type}`), {
    name: 'agent-runs',
    onMessage(message) {
      const { orgId, data } = message.json<{
        orgId?: unknown
        data?: { ownerId?: unknown; status?: unknown }
      }>()
      if (data?.status !== 'queued') return
      const person = persons.get(`${String(orgId)} ${String(data.ownerId)}`)
      if (person !== undefined) lookQuietly(person)
    },
  })

  // The agent has not received the lease, so nobody can use it.
  const giveBack = async ({ row, lease }: Claim): Promise<void> =>
    inTransaction(db, undefined, async (tx) => {
      const queued = await returnClaim(tx, row, hashOfLease(lease))
      if (queued !== undefined) await emitChanged(tx, queued)
    })

  return {
    size: (): number => waiting,
    /**
     * Claims the first queued run for the agent's kinds and workspaces. Returns undefined after
     * `waitSeconds`, or if the signal aborts. Throws `rate_limited` and `unavailable` if too many
     * agents wait.
     */
    async claim(
      owner: Owner,
      agent: Agent,
      {
        kinds,
        workspaces,
        waitSeconds,
      }: Pick<ClaimAgentRun, 'kinds' | 'workspaces' | 'waitSeconds'>,
      signal: AbortSignal,
    ): Promise<Claim | undefined> {
      if ((persons.get(toKey(owner))?.waiters.size ?? 0) >= limits.ofPerson)
        throw commonErrors.rate_limited({ details: { retryAfterSeconds: 10 } })
      if (waiting >= limits.all)
        throw commonErrors.unavailable({ details: { retryAfterSeconds: 5 } })
      const key = toKey(owner)
      const person = persons.get(key) ?? {
        owner,
        waiters: new Set<Waiter>(),
        look: undefined,
        again: false,
      }
      persons.set(key, person)
      const outcome = Promise.withResolvers<Claim | undefined>()
      const waiter: Waiter = { agent, kinds, workspaces, taken: false, over: false, outcome }
      person.waiters.add(waiter)
      waiting += 1
      const end = (): void => {
        waiter.over = true
        if (!waiter.taken) outcome.resolve(undefined)
      }
      const timer = new AbortController()
      try {
        signal.addEventListener('abort', end, { once: true })
        if (signal.aborted) end()
        const waitMs = waitSeconds * 1_000
        const startedAt = performance.now()
        const endAfter = (millis: number): void =>
          void sleep(Math.max(0, millis), undefined, { signal: timer.signal }).then(end, () => {})
        endAfter(Math.max(waitMs, leastMs))
        // If the database fails, this rejects with its error.
        await Promise.race([look(person), outcome.promise])
        if (ending) end()
        endAfter(waitMs - (performance.now() - startedAt))
        const claim = await outcome.promise
        if (claim === undefined || !signal.aborted) return claim
        await giveBack(claim)
        return undefined
      } finally {
        timer.abort()
        signal.removeEventListener('abort', end)
        waiting -= 1
        person.waiters.delete(waiter)
        if (person.waiters.size === 0 && persons.get(key) === person) persons.delete(key)
        outcome.promise.catch(() => {})
      }
    },
    async lookForAll(): Promise<void> {
      if (persons.size === 0) return
      const owners = await ownersWithRuns(
        db,
        [...persons.values()].map(({ owner }) => owner),
      )
      for (const owner of owners) {
        const person = persons.get(toKey(owner))
        if (person !== undefined) lookQuietly(person)
      }
    },
    end(): void {
      ending = true
      for (const { waiters } of persons.values()) {
        for (const waiter of waiters) {
          waiter.over = true
          if (!waiter.taken) waiter.outcome.resolve(undefined)
        }
      }
    },
    stop: unsubscribe,
  }
}
