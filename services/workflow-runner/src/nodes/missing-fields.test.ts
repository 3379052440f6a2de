import { readFileSync } from 'node:fs'
import type { WorkflowItem } from '@atrium/contracts'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { exampleWorld, NodeExample } from '../../test/example-world.ts'
import { fakeAnswers } from '../../test/fake-model.ts'
import { runNode } from '../../test/run-node.ts'
import { readSnapshot } from '../engine/index.ts'
import { createTurns } from '../lanes/turns.ts'
import { allNodes } from './index.ts'
import { toDescriptor } from './registry.ts'

/**
 * These nodes run once, with the parameters from the first item that has valid ones. Every other
 * node is tested.
 */
const worksOnce = new Set([
  'ask_approval',
  'aggregate',
  'limit',
  'merge',
  'sort',
  'for_each',
  'call_workflow',
  'update_link',
  'read_mailbox',
  'read_drive',
  'read_feed',
  'read_notebook',
  'read_tasks',
  'calendar_to_tasks',
  'capture_comments',
  'social_audience',
  'video_to_tasks',
  'best_of_tech',
])

const readExample = (type: string) => {
  const file = new URL(`../../examples/${type}.json`, import.meta.url)
  return NodeExample.parse(JSON.parse(readFileSync(file, 'utf8')))
}

interface Case {
  type: string
  name: string
  value: unknown
}

/** Lists the parameters that may be an expression per item, each with a valid value. */
function listCases(type: string): Case[] {
  const node = allNodes.find((each) => each.type === type)
  if (node === undefined) throw new Error(`no node ${type}`)
  const { params, items } = readExample(type)
  const properties = (toDescriptor(node).inputs['properties'] ?? {}) as Record<
    string,
    { default?: unknown }
  >
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (node.rawParams?.includes(name) === true) return []
    const given = fill(params[name] ?? schema.default ?? usual[name], items[0]?.json ?? {})
    return given === undefined ? [] : [{ type, name, value: given }]
  })
}

/** Values for parameters with neither an example nor a default. */
const usual: Readonly<Record<string, unknown>> = {
  taskId: 'task_1',
  url: 'https://example.com/bread?utm_source=mail',
  name: 'Ana Lima',
  company: 'Harbour',
  until: '2020-01-01T00:00:00Z',
}

const fill = (value: unknown, json: Record<string, unknown>): unknown =>
  typeof value === 'string'
    ? value.replaceAll(/\{\{ \$json\.(\w+) \}\}/g, (_, key: string) => String(json[key]))
    : value

const types = allNodes.map(({ type }) => type).filter((type) => !type.startsWith('trigger.'))

/**
 * Runs a node over items in its example's world. Repeats the example's responses, so they suffice
 * for several items.
 */
async function runToEnd(
  type: string,
  items: WorkflowItem[],
  params: Record<string, unknown>,
  given: z.output<typeof NodeExample>['world'],
) {
  const again = <T>(list: readonly T[]): T[] => Array.from({ length: 8 }, () => list).flat()
  const world = exampleWorld({
    ...given,
    cards:
      given.cards.length > 0 ? given.cards : [{ id: 'task_1', title: 'A card', body: 'Its text' }],
    models: again(given.models),
    agentRuns: again(given.agentRuns),
  })
  const speech = fakeAnswers({ reply: () => ({ fail: 'no_model' }) }).speak
  const ports = { ...world.ports, speech: async (call: unknown) => speech(call) }
  const options = { params, ports, now: world.now }
  const { record, outcome } = await runNode(type, items, options)
  if (outcome.status !== 'parked') return record
  const snapshot = await readSnapshot(await outcome.parts(), createTurns()('org_1'))
  const wake = { at: outcome.wakeAt ?? world.now(), callsEnded: true }
  return (await runNode(type, items, { ...options, woken: { snapshot, wake } })).record
}

it.each(types.filter((type) => !worksOnce.has(type)).flatMap(listCases))(
  'refuses only the item without the field in $type for $name',
  async ({ type, name, value }) => {
    const { params, items, world } = readExample(type)
    const first = items[0] ?? { json: {} }
    const item = (id: string, json: Record<string, unknown>): WorkflowItem => ({
      ...first,
      externalId: first.externalId ?? id,
      json: { ...first.json, ...json },
    })
    const given = [item('a', { given: value }), item('b', {}), item('c', { given: value })]
    const record = await runToEnd(type, given, { ...params, [name]: '{{ $json.given }}' }, world)
    expect(record?.message ?? record?.error).toContain('item 2 of 3: Missing field "$json.given"')
    expect(record).toMatchObject({ status: 'completed', incomplete: true, itemsIn: 3 })
  },
)

it('tests at least one parameter of every node that has any', () => {
  const untested = types.filter((type) => !worksOnce.has(type) && listCases(type).length === 0)
  // This node has no parameters.
  expect(untested).toEqual(['generate_invoices'])
})

// This node writes only the first item.
const writesFirst = 'update_link'

it.each([...worksOnce].filter((type) => type !== writesFirst))(
  'uses the parameters of an item that has them in %s, even if another item lacks them',
  async (type) => {
    const [first] = listCases(type)
    if (first === undefined) return
    const { name, value } = first
    const { params, items, world } = readExample(type)
    const own = items[0] ?? { json: {} }
    const given = [own, { ...own, json: { ...own.json, given: value } }]
    const record = await runToEnd(type, given, { ...params, [name]: '{{ $json.given }}' }, world)
    expect(record?.error ?? '').not.toContain('$json.given')
  },
)
