import { expect } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import type { Caller, Harness } from './harness.ts'

export interface Hook {
  id: string
  url: string
}

const withTrigger = (params: Record<string, unknown>, next = 'pass') =>
  graph([node('hook', 'trigger.webhook', params), node('next', next)], [edge('hook', 'next')])

export const hooked = (respond: string, next?: string) => withTrigger({ respond }, next)

export const post = (url: string, body: string, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } })

export type HookWorld = ReturnType<typeof hookWorld>

/** Creates workflows that calls start, for this caller. */
export function hookWorld(harness: Harness, caller: Caller) {
  const readAddress = async (id: string): Promise<string> => {
    const answer = await caller.call<Hook>('POST', `/api/workflows/${id}/hook`)
    expect(answer.status).toBe(200)
    return `${harness.service.url}/api/public/hooks/${answer.body.url.split('/api/public/hooks/')[1]}`
  }
  const activate = (id: string, active = true) =>
    caller.call('PATCH', `/api/workflows/${id}`, { active })
  const startGraph = async (drawn: object) => {
    const id = await caller.create(drawn)
    await activate(id)
    return { id, url: await readAddress(id) }
  }
  return {
    readAddress,
    activate,
    start: (respond: string, next?: string) => startGraph(hooked(respond, next)),
    /** Starts a workflow with these parameters of its trigger. */
    startWith: (params: Record<string, unknown>) => startGraph(withTrigger(params)),
    async itemOfRun(id: string, answer: Response): Promise<Record<string, unknown>> {
      const { runId } = (await answer.json()) as { runId: string }
      const run = await caller.ended(id, runId)
      const sample = run.nodes[0]?.['sample'] as { items: { json: Record<string, unknown> }[] }
      return sample.items[0]?.json ?? {}
    },
  }
}
