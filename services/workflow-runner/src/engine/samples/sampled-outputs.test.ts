import fc from 'fast-check'
import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { recordedRun, testNode } from '../../../test/recorded-run.ts'
import { sampledOutputs } from './sampled-outputs.ts'

const names = ['b', 'a', '2', '10', 'main', '__proto__']

it('restores the items of each output from a complete sample, even if the order and names vary', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      fc.array(fc.nat({ max: names.length - 1 }), { maxLength: 3 }),
      async (drawn, places) => {
        const lists = drawn.map((name, at) => [
          name,
          places.flatMap((place, n) => (place % drawn.length === at ? [{ json: { n } }] : [])),
        ])
        const outputs = Object.fromEntries(lists)
        const emit = testNode('emit', () => ({ outputs }), {
          outputsFrom: { list: 'rules', key: 'name' },
        })
        const params = { rules: [{ name: 'constructor' }, { name: 'a' }] }
        const run = await recordedRun(
          graph(
            [node('start', 'trigger.manual'), node('emit', 'emit', params)],
            [edge('start', 'emit')],
          ),
          { nodes: [emit] },
        )
        const record = run.nodes['emit']
        if (record === undefined || record.sample === null) throw new Error('no sample')
        // The database does not keep the key order.
        const counts = Object.fromEntries(Object.entries(record.outputs).toReversed())
        const read = sampledOutputs(emit, { params }, counts, record.sample)
        for (const [name, items] of Object.entries(outputs)) expect(read[name]).toEqual(items)
      },
    ),
    { numRuns: 50 },
  )
})
