import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readSnapshot } from '../src/engine/index.ts'
import { createTurns } from '../src/lanes/turns.ts'
import { allNodes } from '../src/nodes/index.ts'
import { exampleWorld, NodeExample } from './example-world.ts'
import { edge, graph, node } from './graphs.ts'
import { recordedRun } from './recorded-run.ts'

const folder = new URL('../examples/', import.meta.url)
const keysOfItem = (item: unknown) =>
  Object.keys(z.object({ json: z.looseObject({}) }).parse(item).json)
const types = allNodes.map(({ type }) => type)

it('has a worked example for every node and a node for every example', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(files.map((name) => name.slice(0, -'.json'.length)).sort()).toEqual([...types].sort())
})

/** Keys that a node writes only in some cases, and not in its example. */
const conditionalKeys: Readonly<Record<string, readonly string[]>> = {
  best_of_tech: ['brief'],
  enrich: ['notEnriched'],
  enrich_contact: ['email', 'phone', 'website', 'declineReason'],
  http_request: ['files'],
  remove_ai_slop: ['declineReason'],
  'trigger.webhook': ['rawBody'],
  video_to_tasks: ['summary', 'points', 'links'],
}
/** Nodes with keys from the author or the data, for example database columns. */
const freeKeys = new Set([
  'aggregate',
  'call_workflow',
  'for_each',
  'read_notebook',
  'set_fields',
  'split',
])

it.each(types)('matches the worked example of %s', async (type) => {
  const text = readFileSync(new URL(`${type}.json`, folder), 'utf8')
  const { params, items, others, world, outputs, message, error, effects } = NodeExample.parse(
    JSON.parse(text),
  )
  const { ports, effects: seen, now } = exampleWorld(world)
  const trigger = type.startsWith('trigger.')
  const drawn = node('act', type, params)
  const branches = [items, ...others].map((seeds, at) => ({
    id: trigger ? 'act' : `branch${at}`,
    seeds,
  }))
  const flow = trigger
    ? graph([drawn])
    : graph(
        [...branches.map(({ id }) => node(id, 'trigger.manual')), drawn],
        branches.map(({ id }) => edge(id, 'act')),
      )
  // The test needs all items, but a node record holds only a sample.
  const taken: Record<string, unknown[]> = {}
  const definition = allNodes.find((each) => each.type === type)
  if (definition === undefined) throw new Error(`no node ${type}`)
  const observed = {
    ...definition,
    async execute(...call: Parameters<typeof definition.execute>) {
      const result = await definition.execute(...call)
      for (const [name, emitted] of Object.entries(result.outputs ?? {})) taken[name] = [...emitted]
      return result
    },
  }
  const seeds = Object.fromEntries(branches.map((branch) => [branch.id, branch.seeds]))
  const calledRuns = world.calledRuns.map((end, at) => ({
    ...end,
    runId: `run_${at + 2}`,
    truncated: false,
  }))
  const options = { ports, seeds, nodes: [observed], now, calledRuns }
  let { nodes, outcome } = await recordedRun(flow, options)
  // A question sleeps twice: until it may be asked, which is at once, and until it expires.
  for (let wakes = 0; outcome.status === 'parked' && wakes < 2; wakes += 1) {
    const { wakeAt, calls } = outcome
    if (wakeAt !== null && wakeAt > now())
      seen.push({ does: 'sleep', with: { until: new Date(wakeAt).toISOString() } })
    for (const { workflowId, items } of calls)
      seen.push({ does: 'call', with: { workflowId, items } })
    const snapshot = await readSnapshot(await outcome.parts(), createTurns()('org_1'))
    const wake = { at: wakeAt ?? now(), callsEnded: true }
    ;({ nodes, outcome } = await recordedRun(flow, { ...options, woken: { snapshot, wake } }))
  }
  expect(outcome.status).not.toBe('parked')
  const emits = definition.emits.map(({ name }) => name)
  const writtenKeys = new Set(Object.values(taken).flat().flatMap(keysOfItem))
  if (error === undefined) {
    expect(emits.filter((key) => !writtenKeys.has(key))).toEqual(conditionalKeys[type] ?? [])
  }
  if (!freeKeys.has(type)) {
    const declared = new Set([...[...items, ...others.flat()].flatMap(keysOfItem), ...emits])
    expect([...writtenKeys].filter((key) => !declared.has(key))).toEqual([])
  }
  const record = nodes['act']
  expect(record?.error ?? undefined).toBe(error)
  for (const [name, emitted] of Object.entries(outputs)) {
    expect(taken[name], name).toHaveLength(emitted.length)
    expect(taken[name]).toMatchObject(emitted)
  }
  if (message !== undefined) expect(record?.message).toBe(message)
  expect(seen.map(({ does }) => does)).toEqual(effects.map(({ does }) => does))
  expect(seen).toMatchObject(effects)
})
