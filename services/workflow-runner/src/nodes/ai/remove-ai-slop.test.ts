import type { WorkflowItem } from '@atrium/contracts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeModel } from '../../../test/fake-model.ts'
import { runNode, textItem } from '../../../test/run-node.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
beforeEach(() => {
  model.calls.length = 0
})
const run = (
  type: string,
  items: readonly WorkflowItem[],
  options: Parameters<typeof runNode>[2] = {},
) => runNode(type, items, { ...options, ports: { models: model.port, ...options.ports } })

describe('remove_ai_slop', () => {
  const slop =
    "In today's fast-paced world, our bakery is a game-changer. 3 loaves at https://example.com/a"
  const good = 'Our bakery sells 3 loaves at https://example.com/a'

  it('rewrites a text with warnings, and does not ask the model if a text is clean', async () => {
    model.rule(() => ({ object: { text: good } }))
    const { outputs } = await run('remove_ai_slop', [
      textItem('a', slop),
      textItem('b', 'We bake bread on Mondays.'),
    ])
    expect(model.calls).toHaveLength(1)
    expect(outputs['main']).toMatchObject([
      { json: { rewritten: good, slop: [{ rule: 'opening' }, { rule: 'phrase' }] } },
    ])
    expect(outputs['clean']).toMatchObject([{ json: { title: 'b' } }])
  })

  it.each([
    ['loses a link', 'Our bakery sells 3 loaves', 'has lost the link'],
    ['adds a figure', `${good} for 2 days`, 'adds the figure'],
    ['keeps the slop', slop, 'still has'],
    ['is empty', ' ', 'empty'],
  ])('declines a rewrite if it %s', async (_name, rewrite, reason) => {
    model.rule(() => ({ object: { text: rewrite } }))
    const { outputs } = await run('remove_ai_slop', [textItem('a', slop)])
    expect(outputs['main']).toEqual([])
    expect(outputs['declined']?.[0]?.json['declineReason']).toContain(reason)
  })

  it('puts an item on no output if its call failed', async () => {
    model.rule(() => ({ fail: 'unavailable' }))
    const { outputs, outcome } = await run('remove_ai_slop', [textItem('a', slop)])
    expect([outcome.status, outputs]).toEqual(['completed', { main: [], clean: [], declined: [] }])
  })

  it('rewrites the other items when one has no text, and reports that item', async () => {
    model.rule(() => ({ object: { text: good } }))
    const items = Array.from({ length: 9 }, (_, at) => textItem(`Text ${at}`, slop))
    const { outcome, record } = await run('remove_ai_slop', [
      ...items,
      { json: { title: 'Empty' } },
    ])
    expect([outcome.status, model.calls.length]).toEqual(['completed', 9])
    expect(record).toMatchObject({
      incomplete: true,
      message: expect.stringContaining('Missing field "rawContent"'),
    })
  })
})
