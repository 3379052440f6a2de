import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aMail, mailWorld } from '../../../test/mail-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { unpaced } from '../../../test/unpaced.ts'
import { validateGraph } from '../../engine/index.ts'
import { allNodes } from '../index.ts'

const types = new Map(allNodes.map((each) => [each.type, each]))
const start = node('start', 'trigger.manual')
const flow = (mail: Record<string, unknown>, tag: Record<string, unknown>) =>
  graph(
    [
      start,
      node('mail', 'read_mailbox', { connector: 'chn_1', ...mail }),
      node('between', 'if', { combinator: 'and', conditions: [] }),
      node('tag', 'tag', { connector: 'chn_1', ...tag }),
    ],
    [edge('start', 'mail'), edge('mail', 'between'), edge('between:true', 'tag')],
  )
const problems = (given: ReturnType<typeof flow>) =>
  validateGraph(given, (type) => types.get(type), unpaced)

describe('tag', () => {
  it('labels messages in batches of a thousand, so that the next read skips them', async () => {
    const world = mailWorld(Array.from({ length: 1_200 }, (_, at) => aMail(`m${at}`, at * 1_000)))
    const drawn = flow({ excludeLabel: 'Filed', limit: 1_100 }, { label: 'Filed' })
    const first = await recordedRun(drawn, { ports: world.ports })
    expect(first.nodes['tag']).toMatchObject({ status: 'completed', itemsOut: 1_100 })
    const labelled = world.asked
      .filter(({ what }) => what === 'label')
      .map(({ input }) => input['ids'])
    expect(labelled.map((ids) => (ids as string[]).length)).toEqual([1_000, 100])
    const second = await recordedRun(drawn, { ports: world.ports })
    expect(second.nodes['tag']?.itemsOut).toBe(100)
    expect((await recordedRun(drawn, { ports: world.ports })).nodes['mail']?.itemsOut).toBe(0)
  })

  it('reports the missing field if an item is not a message', async () => {
    const world = mailWorld()
    const drawn = graph(
      [start, node('tag', 'tag', { connector: 'chn_1', label: 'x' })],
      [edge('start', 'tag')],
    )
    const { nodes } = await recordedRun(drawn, { ports: world.ports })
    expect(nodes['tag']?.error).toBe('Missing field "messageId"')
  })

  it('refuses activation unless the reading node excludes the label', async () => {
    expect(await problems(flow({ excludeLabel: 'filed ' }, { label: 'Filed' }))).toEqual([])
    for (const mail of [{}, { excludeLabel: 'Other' }]) {
      expect(await problems(flow(mail, { label: 'Filed' }))).toEqual([
        {
          code: 'invalid_params',
          path: 'graph.nodes.3.params.label',
          message: expect.stringContaining('Exclude the label "Filed" in the step "mail"'),
        },
      ])
    }
    expect(await problems(flow({}, { connector: 'chn_2', label: 'Filed' }))).toEqual([])
    expect(await problems(flow({ excludeLabel: '{{ $json.label }}' }, { label: 'Filed' }))).toEqual(
      [],
    )
  })
})
