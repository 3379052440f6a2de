import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allNodes } from '../src/nodes/index.ts'
import { exampleWorld, NodeExample } from './example-world.ts'
import { edge, graph, node } from './graphs.ts'
import { recordedRun } from './recorded-run.ts'

const folder = new URL('../examples/', import.meta.url)
const types = allNodes.map(({ type }) => type)

it('every node has a worked example, and every example a node', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(files.map((name) => name.slice(0, -'.json'.length)).sort()).toEqual([...types].sort())
})

it.each(types)('the example of %s is what the node does', async (type) => {
  const text = readFileSync(new URL(`${type}.json`, folder), 'utf8')
  const { params, items, world, outputs, message, error, effects } = NodeExample.parse(JSON.parse(text))
  const { ports, effects: seen } = exampleWorld(world)
  const trigger = type.startsWith('trigger.')
  const drawn = node('act', type, params)
  const flow = trigger
    ? graph([drawn])
    : graph([node('start', 'trigger.manual'), drawn], [edge('start', 'act')])
  // The items themselves are needed, of which a record holds a sample.
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
  const seeds = { [trigger ? 'act' : 'start']: items }
  const { nodes } = await recordedRun(flow, { ports, seeds, nodes: [observed] })
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
