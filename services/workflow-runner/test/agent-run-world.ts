import type { AgentRun, Principal, TranscriptEntry } from '@atrium/contracts'
import { principalHeaders } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Caller, Harness } from './harness.ts'

export interface Claimed {
  run: AgentRun
  lease: string
}
export const agent = { name: 'builder', host: 'desk' }
const claimBody = { agent, kinds: ['implement'], workspaces: [], waitSeconds: 30 }

export const line = (text: string, stream = 'out') => ({
  at: '2026-01-02T03:04:05.678Z',
  stream,
  text,
})
export const lines = (from: number, count: number) => ({
  from,
  entries: Array.from({ length: count }, (_, n) => line(`line ${from + n}`)),
})

export const toMessages = (text: string) =>
  text
    .split('\n\n')
    .map((message) => ({
      event: /^event: (.*)$/m.exec(message)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null'),
    }))
    .filter(({ event }) => event !== undefined)

export function agentRunWorld(harness: Harness) {
  /** Creates a person with a session and an agent key. */
  function person(given: Partial<Pick<Principal, 'orgId' | 'userId'>> = {}) {
    const me = harness.caller(given)
    const { userId, orgId, role } = me.principal
    const key = harness.caller({ userId, orgId, role, via: 'api_key', credentialId: 'key_1' })
    const create = async (more: object = {}): Promise<AgentRun> => {
      const made = await me.call<AgentRun>('POST', '/api/agent-runs', {
        kind: 'implement',
        prompt: 'Build it',
        ...more,
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      return made.body
    }
    const claim = (more: object = {}) =>
      key.call<Claimed>('POST', '/api/agent-runs/claim', {
        agent,
        kinds: ['implement'],
        workspaces: [],
        ...more,
      })
    const get = async (id: string): Promise<AgentRun> =>
      (await me.call<AgentRun>('GET', `/api/agent-runs/${id}`)).body
    const held = (verb: string, { run, lease }: Claimed, body?: unknown) =>
      key.call<AgentRun & { next: number; code: string; cancelRequested: boolean }>(
        'POST',
        `/api/agent-runs/${run.id}/${verb}`,
        body,
        { 'x-lease': lease },
      )
    const started = async (more: object = {}): Promise<Claimed> => {
      await create(more)
      const { status, body } = await claim()
      expect(status).toBe(200)
      return body
    }
    return { me, key, create, claim, get, held, started }
  }

  return {
    person,
    /** Moves the lease expiry into the past. */
    agoBy: (id: string, seconds: number) =>
      sql`update agent_runs set lease_expires_at = lease_expires_at - make_interval(secs => ${seconds})
        where id = ${id}`.execute(harness.db),
    async transcript(who: Caller, id: string, query = '') {
      const path = `/api/agent-runs/${id}/transcript${query}`
      return (await who.call<{ entries: TranscriptEntry[]; next: number }>('GET', path)).body
    },
    /** Resolves once this many agents wait at the first replica. */
    waiting: (count: number) =>
      eventually(async () => {
        const page = await fetch(`${harness.service.internalUrl}/metrics`).then((answer) =>
          answer.text(),
        )
        const shown = /^atrium_agents_waiting\{[^}]*\} (\d+)$/m.exec(page)?.[1]
        expect(Number(shown)).toBe(count)
      }),
    async claimAt(url: string, principal: Principal): Promise<Claimed> {
      const stated = await principalHeaders('workflow', harness.env, principal)
      const answer = await fetch(`${url}/api/agent-runs/claim`, {
        method: 'POST',
        body: JSON.stringify(claimBody),
        headers: { 'content-type': 'application/json', ...stated },
      })
      return (await answer.json()) as Claimed
    },
  }
}
