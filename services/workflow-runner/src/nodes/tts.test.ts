import { expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { publishingWorld } from '../../test/publishing-world.ts'
import { recordedRun } from '../../test/recorded-run.ts'
import { allNodes } from './index.ts'

const reason = 'Speech is not configured: the speech provider has no key'

it('without a key every card fails with that reason on its timeline, once', async () => {
  const { ports, asked } = publishingWorld([])
  const flow = graph([node('start', 'trigger.manual'), node('speak', 'tts')], [edge('start', 'speak')])
  const seeds = ['a', 'b', 'a'].map((taskId) => ({ json: { taskId } }))
  const { outcome } = await recordedRun(flow, { ports, seeds: { start: seeds } })
  expect(outcome).toMatchObject({ status: 'failed', error: `speak: ${reason} (2 cards)` })
  expect(asked).toMatchObject(
    ['a', 'b'].map((taskId) => ({
      what: 'timeline',
      input: { orgId: 'org_1', taskId, entry: { body: reason } },
    })),
  )
})

it('is registered whatever is configured, and names a missing card', async () => {
  expect(allNodes.find(({ type }) => type === 'tts')?.available).toBeUndefined()
  const { ports } = publishingWorld([])
  const flow = graph([node('start', 'trigger.manual'), node('speak', 'tts')], [edge('start', 'speak')])
  const { outcome } = await recordedRun(flow, { ports })
  expect(outcome.error).toBe('speak: Missing field "taskId"')
})
