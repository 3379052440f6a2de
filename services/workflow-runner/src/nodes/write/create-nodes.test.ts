import { setTimeout as sleep } from 'node:timers/promises'
import { commonErrors } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import type { NodePorts } from '../ports.ts'

const page = 'social://1001@facebook.com'

async function run(
  type: string,
  params: Record<string, unknown>,
  seeds: Record<string, unknown>[] = [{ firedAt: 'now' }],
  world = postingBoard({ [page]: { id: 'chn_1', network: 'pagenet' } }),
) {
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', type, params)],
    [edge('start', 'act')],
  )
  const options = { ports: world.ports, seeds: { start: seeds.map((json) => ({ json })) } }
  const result = await recordedRun(flow, options)
  return { ...result, ...world, act: result.nodes['act'] }
}

describe('create_card', () => {
  it('creates a card for each item and passes its id to the next node', async () => {
    const { asked, act } = await run(
      'create_card',
      { title: 'Call {{ $json.name }}', tags: ['crm'] },
      [{ name: 'Ada' }, { name: 'Bob' }],
    )
    expect(asked.map(({ input }) => input)).toMatchObject([
      {
        ownerId: 'usr_1',
        card: { kind: 'task', title: 'Call Ada', tags: ['crm'] },
        key: 'run_1:act:0',
      },
      { card: { title: 'Call Bob' }, key: 'run_1:act:1', onExisting: 'keep' },
    ])
    expect(act?.sample?.items).toMatchObject([{ json: { name: 'Ada', taskId: 'task_1' } }, {}])
  })

  it('accepts a day as the due date, and reports an invalid date', async () => {
    const params = { title: 'Card', dueDate: '{{ $json.due }}' }
    const { asked, act } = await run('create_card', params, [
      { due: '2026-05-06' },
      { due: 'soon' },
    ])
    expect(asked.map(({ input }) => input)).toMatchObject([{ card: { dueDate: '2026-05-06' } }])
    expect(act?.message).toContain(
      'item 2 of 2: Parameter "dueDate": A day, such as 2026-03-02, or a moment',
    )
  })

  it('creates a card once across all runs if it has a key', async () => {
    const world = postingBoard()
    const params = { title: 'Monthly close', key: '{{ $json.month }}' }
    await run('create_card', params, [{ month: '2026-05' }], world)
    const { act } = await run(
      'create_card',
      params,
      [{ month: '2026-05' }, { month: '2026-06' }],
      world,
    )
    expect(world.cards.size).toBe(2)
    expect(act?.message).toBe('Already there: 1')
  })

  it('keeps the order of the items when responses arrive out of order, and leaves out a refused item', async () => {
    const world = postingBoard()
    const { board } = world.ports
    if (board === null) throw new Error('a world has a board')
    const createCard: typeof board.createCard = async (input, signal) => {
      const n = Number(input.card.title?.slice('Card '.length))
      if (n === 5) throw commonErrors.validation_failed({ message: 'No such title' })
      await sleep((4 - (n % 4)) * 5)
      return board.createCard(input, signal)
    }
    const slow = { ...world, ports: { ...world.ports, board: { ...board, createCard } } }
    const seeds = Array.from({ length: 10 }, (_, n) => ({ n }))
    const { act } = await run('create_card', { title: 'Card {{ $json.n }}' }, seeds, slow)
    expect(act).toMatchObject({
      itemsOut: 9,
      message: '1 of 10 refused: item 6 of 10: No such title',
      incomplete: true,
    })
    expect(act?.sample?.items.map(({ json }) => json['n'])).toEqual([0, 1, 2])
  })

  it('reports the field when an expression does not find it', async () => {
    const { outcome, asked } = await run('create_card', { title: '{{ $json.name }}' })
    expect(outcome.error).toBe('act: Missing field "$json.name"')
    expect(asked).toEqual([])
  })
})

describe('create_post', () => {
  it('drafts a post, and schedules it for the next publish time if asked', async () => {
    const params = {
      destination: page,
      text: 'Good morning',
      autoPublish: true,
      publishTimes: '9am',
    }
    const { act } = await run('create_post', params)
    expect(act?.sample?.items).toMatchObject([{ json: { taskId: 'task_1', status: 'reviewed' } }])
    const draft = await run('create_post', { destination: page, text: 'Good morning' })
    expect(draft.act?.sample?.items).toMatchObject([{ json: { status: 'draft', dueDate: null } }])
  })

  it('refuses a destination unless it is a channel or a manual network', async () => {
    const { act, asked } = await run('create_post', { destination: 'board://task', text: 'x' })
    expect(act?.error).toContain(
      'Choose an account for the post, or manual://<network host> to publish it yourself',
    )
    expect(asked).toEqual([])
  })
})

describe('send_email', () => {
  const params = {
    to: '{{ $json.email }}',
    subject: 'Hello {{ $json.name }}',
    text: 'Dear {{ $json.name }}',
  }
  const ada = { email: 'ada@a.test', name: 'Ada' }

  it('queues one mail for each item, under an idempotency key', async () => {
    const { sent } = await run('send_email', { ...params, replyTo: 'us@a.test' }, [ada])
    expect(sent).toMatchObject([
      {
        input: {
          orgId: 'org_1',
          recipient: 'ada@a.test',
          replyTo: 'us@a.test',
          subject: 'Hello Ada',
          text: 'Dear Ada',
          key: 'run_1:act:0',
        },
      },
    ])
  })

  it('reports an invalid address and sends nothing', async () => {
    const { act, sent } = await run('send_email', params, [{ ...ada, email: 'nobody' }])
    expect(act?.error).toContain('Parameter "to"')
    expect(sent).toEqual([])
  })

  it.each(['sender_not_verified', 'mail_limit'] as const)(
    'fails with %s when identity refuses',
    async (code) => {
      const world = postingBoard()
      const sender = { name: 'Org', address: '' }
      const admitMail = async () => ({
        refusal: { code, message: 'The reason' },
        admitted: [],
        skipped: [],
        sender,
      })
      const { act, sent } = await run('send_email', params, [ada], {
        ...world,
        ports: { ...world.ports, admitMail },
      })
      expect(act?.error).toBe(`${code}: The reason`)
      expect(sent).toEqual([])
    },
  )

  it('skips a recipient who unsubscribed and says so', async () => {
    const world = postingBoard()
    const admitMail = async ({ recipients }: { recipients: string[] }) => ({
      refusal: null,
      admitted: [],
      sender: { name: 'Org', address: '' },
      skipped: recipients.map((address) => ({ address, reason: 'unsubscribed' as const })),
    })
    const { act, sent } = await run('send_email', params, [ada], {
      ...world,
      ports: { ...world.ports, admitMail },
    })
    expect(act).toMatchObject({
      status: 'completed',
      itemsOut: 1,
      message: 'No mail to ada@a.test: the recipient unsubscribed from your mails',
    })
    expect(sent).toEqual([])
  })

  it('fails without a use of the daily limit when the hourly mail limit is reached', async () => {
    const world = postingBoard()
    const asked: unknown[] = []
    const ports: NodePorts = {
      ...world.ports,
      hasMailRoom: async () => false,
      admitMail: async (input, signal) => {
        asked.push(input)
        return world.ports.admitMail(input, signal)
      },
    }
    const { act, sent } = await run('send_email', params, [ada], { ...world, ports })
    expect(act?.error).toBe(
      'Your organisation has reached its mail limit for this hour. Try again later.',
    )
    expect([asked, sent]).toEqual([[], []])
    const late = { ...world.ports, sendMail: async () => false }
    const { act: second } = await run('send_email', params, [ada], { ...world, ports: late })
    expect(second?.error).toBe(act?.error)
  })
})
