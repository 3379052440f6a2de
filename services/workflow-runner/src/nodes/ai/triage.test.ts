import type { WorkflowItem } from '@atrium/contracts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeReply, startFakeModel, toData } from '../../../test/fake-model.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { memoryLedger } from '../../../test/recorded-run.ts'
import { runNode } from '../../../test/run-node.ts'

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
const mail = (id: string, rawContent: string): WorkflowItem => ({
  externalId: id,
  source: { scheme: 'mailbox' },
  json: { title: `Mail ${id}`, rawContent, from: 'ada@example.com' },
})

describe('triage', () => {
  const verdict = (actionable: boolean, title = 'Answer Ada'): FakeReply => ({
    object: {
      actionable,
      certain: true,
      reason: 'r',
      title,
      summary: 's',
      dueDate: '2026-03-01',
      tags: [],
    },
  })
  const world = () => {
    const board = postingBoard()
    return { ...board, ledger: memoryLedger(), now: () => Date.parse('2026-02-01T00:00:00Z') }
  }

  it('creates one card per actionable message and records every verdict', async () => {
    const { ports, asked, ledger, now } = world()
    model.rule((call) => verdict(toData(call).includes('please')))
    const items = [mail('m1', 'please answer'), mail('m2', 'news')]
    const first = await run('triage', items, { ports: { board: ports.board }, ledger, now })
    expect(asked).toMatchObject([
      {
        what: 'card',
        input: {
          key: 'manual:usr_1:m1',
          card: { title: 'Answer Ada', body: 's', dueDate: '2026-03-01' },
        },
      },
    ])
    expect(first.outputs['actionable']).toMatchObject([
      { externalId: 'm1', json: { taskId: 'task_1' } },
    ])
    expect(first.outputs['dismissed']).toMatchObject([
      { externalId: 'm2', json: { verdict: 'dismissed' } },
    ])
    expect([...(await ledger.verdicts('mailbox', ['m1', 'm2']))]).toEqual([
      ['m1', 'actionable'],
      ['m2', 'dismissed'],
    ])
    model.calls.length = 0
    const again = await run('triage', items, { ports: { board: ports.board }, ledger, now })
    expect(model.calls).toEqual([])
    expect(again.outputs['actionable']).toMatchObject([
      { externalId: 'm1', json: { taskId: 'task_1' } },
    ])
    expect(again.outputs['dismissed']).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('finds the card of an earlier run if that run ended before it recorded the verdict', async () => {
    const { ports, cards, now } = world()
    model.rule(() => verdict(true))
    await run('triage', [mail('m1', 'x')], { ports: { board: ports.board }, now })
    const { outputs } = await run('triage', [mail('m1', 'x')], {
      ports: { board: ports.board },
      now,
    })
    expect(cards.size).toBe(1)
    expect(outputs['actionable']).toMatchObject([{ json: { taskId: 'task_1' } }])
  })

  it('puts a message on no output and records no verdict if the decision is uncertain', async () => {
    const { ports, ledger, now } = world()
    model.rule(() => ({
      object: {
        actionable: true,
        certain: false,
        reason: 'Too short',
        title: 't',
        summary: '',
        dueDate: '',
        tags: [],
      },
    }))
    const { outputs, record } = await run('triage', [mail('m1', '?')], {
      ports: { board: ports.board },
      ledger,
      now,
    })
    expect(outputs).toEqual({ actionable: [], dismissed: [] })
    expect(record?.message).toContain('No certain decision: Too short')
    expect((await ledger.verdicts('mailbox', ['m1'])).size).toBe(0)
  })

  it('stops at the fifth consecutive failure and not before', async () => {
    const { ports, ledger, now } = world()
    const items = Array.from({ length: 30 }, (_, at) =>
      mail(`m${at}`, at === 3 ? 'works' : 'breaks'),
    )
    model.rule((call) =>
      toData(call).includes('works') ? verdict(false) : { fail: 'provider_refused', message: 'No' },
    )
    const { outcome, record, outputs } = await run('triage', items, {
      ports: { board: ports.board },
      ledger,
      now,
    })
    expect(outcome.status).toBe('failed')
    expect(record?.error).toContain('5 decisions in a row failed; the last one: No')
    // Three failures, one verdict, five failures.
    expect(model.calls).toHaveLength(9)
    expect(outputs['dismissed']).toHaveLength(1)
  })

  it('ignores a due date if it has passed or is years ahead', async () => {
    const { ports, asked } = world()
    model.rule(() => verdict(true))
    await run('triage', [mail('m1', 'x')], {
      ports: { board: ports.board },
      now: () => Date.parse('2026-05-01T00:00:00Z'),
    })
    expect(asked[0]?.input['card']).not.toHaveProperty('dueDate')
  })
})
