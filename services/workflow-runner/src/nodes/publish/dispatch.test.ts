import type { WorkflowItem } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { postingBoard } from '../../../test/posting-board.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import { validateGraph } from '../../engine/index.ts'
import { createTurns } from '../../lanes/turns.ts'
import { allNodes } from '../index.ts'
import { dispatch } from './dispatch.ts'

const page = 'social://1001@facebook.com'
const channels = {
  [page]: { id: 'chn_1', network: 'pagenet' },
  'social://us@x.com': { id: 'chn_2', network: 'shortpost' },
  'social://box@mail.google.com': { id: 'chn_3', network: 'mailbox' },
} as const
const flow = (params: object) =>
  graph(
    [node('start', 'trigger.manual'), node('act', 'dispatch', { ...params })],
    [edge('start', 'act')],
  )

async function run(
  params: object,
  items: WorkflowItem[],
  world = postingBoard(channels),
  now: () => number = Date.now,
) {
  const result = await recordedRun(flow(params), {
    ports: world.ports,
    seeds: { start: items },
    now,
  })
  return { ...result, ...world, act: result.nodes['act'] }
}
const item = (json: Record<string, unknown>, externalId?: string): WorkflowItem => ({
  json,
  ...(externalId === undefined ? {} : { externalId, source: { scheme: 'mailbox' } }),
})

describe('board destinations', () => {
  it('creates a card from the conventional keys and passes the item through', async () => {
    const json = {
      title: 'Invoice 7',
      url: 'https://a.test/7',
      tags: ['paper', 'paper', 3],
      rawContent: 'The text',
      email: 'ada@a.test',
    }
    const { act, asked } = await run({ destination: 'board://contact' }, [item(json, 'm1')])
    expect(act).toMatchObject({ status: 'completed', itemsOut: 1 })
    expect(act?.sample?.items).toEqual([item(json, 'm1')])
    expect(asked).toMatchObject([
      {
        what: 'card',
        input: {
          orgId: 'org_1',
          ownerId: 'usr_1',
          card: {
            kind: 'contact',
            title: 'Invoice 7',
            body: 'The text',
            tags: ['paper'],
            fields: {
              url: 'https://a.test/7',
              email: 'ada@a.test',
              source: { scheme: 'mailbox', externalId: 'm1' },
            },
          },
        },
      },
    ])
  })

  it('captures a link by its address', async () => {
    const { asked } = await run({ destination: 'board://link' }, [
      item({ url: 'https://a.test/x' }),
    ])
    expect(asked).toEqual([
      { what: 'link', input: { orgId: 'org_1', ownerId: 'usr_1', url: 'https://a.test/x' } },
    ])
  })

  it('creates one card across runs if an item has an identity, even if a part shares the identity', async () => {
    const world = postingBoard()
    const items = [
      item({ title: 'a' }, 'm1'),
      item({ title: 'part' }, 'm1'),
      item({ title: 'b' }, 'm2'),
    ]
    await run({ destination: 'board://task' }, items, world)
    await run({ destination: 'board://task' }, items, world)
    expect([...world.cards.values()].map(({ title }) => title)).toEqual(['a', 'part', 'b'])
  })

  it('leaves out a failed item, reports the field and offers no link to the channels page', async () => {
    const some = await run({ destination: 'board://link' }, [
      item({ url: 'https://a.test' }),
      item({ url: 'x' }),
    ])
    expect(some.act).toMatchObject({
      status: 'completed',
      itemsOut: 1,
      message: '1 of 2 refused: item 2 of 2: Missing field "url"',
    })
    const none = await run({ destination: 'board://task' }, [item({ n: 1 })])
    expect(none.outcome.status).toBe('failed')
    expect(none.act).toMatchObject({ status: 'failed', error: 'Missing field "title"', fix: null })
  })
})

describe('network destinations', () => {
  it('drafts a post, and prefers the text to the summary and the summary to the page', async () => {
    const json = { title: 'T', summary: 'Short', rawContent: 'Long', url: 'https://a.test/1' }
    const { asked, cards } = await run({ destination: page }, [item(json)])
    expect(asked[0]?.input).toMatchObject({
      actorId: 'usr_1',
      post: {
        kind: 'post',
        title: 'T',
        body: 'Short',
        post: { platform: 'pagenet', channelId: 'chn_1', link: 'https://a.test/1' },
      },
    })
    expect(asked[0]?.input).not.toHaveProperty('armAt')
    expect([...cards.values()]).toMatchObject([{ status: 'draft' }])
  })

  it('drafts a manual post for manual://<network host>, even if autoPublish is set', async () => {
    const plan = { autoPublish: true, publishTimes: '9am' }
    const { asked, cards } = await run({ destination: 'manual://www.linkedin.com', ...plan }, [
      item({ text: 'x' }),
    ])
    expect(asked[0]?.input).toMatchObject({
      post: { post: { platform: 'pronet', channelId: null } },
    })
    expect([...cards.values()]).toMatchObject([{ status: 'draft' }])
  })

  it('schedules new posts in order, and leaves a draft if a post breaks a rule or no slot is left', async () => {
    const texts = ['first', 'x'.repeat(281), 'second', 'third']
    const plan = {
      destination: 'social://us@x.com',
      autoPublish: true,
      publishTimes: ['12am', '12pm'],
    }
    const { act, cards } = await run(
      plan,
      texts.map((text, at) => item({ text }, `m${at}`)),
    )
    const posts = [...cards.values()]
    expect(posts.map(({ status }) => status)).toEqual(['reviewed', 'draft', 'reviewed', 'draft'])
    const due = posts.flatMap(({ dueDate }) => (dueDate === null ? [] : Date.parse(dueDate)))
    expect(Math.abs((due[1] ?? 0) - (due[0] ?? 0))).toBe(43_200_000)
    expect(due.every((time) => time > Date.now() && time <= Date.now() + 86_400_000)).toBe(true)
    expect(act?.message).toContain('Posts created: 4; scheduled: 2, the first at ')
    expect(act?.message).toContain(
      'drafts without a slot: 1; drafts that break a rule: 1 (At most 280 characters',
    )
    expect(act).toMatchObject({ status: 'completed', itemsOut: 4 })
  })

  it('does not schedule a post again if an earlier run created it', async () => {
    const world = postingBoard(channels)
    const plan = { destination: page, autoPublish: true, publishTimes: '9am' }
    await run({ destination: page }, [item({ text: 'old' }, 'm1')], world)
    const { act } = await run(
      plan,
      [item({ text: 'old' }, 'm1'), item({ text: 'new' }, 'm2')],
      world,
    )
    expect([...world.cards.values()].map(({ status }) => status)).toEqual(['draft', 'reviewed'])
    expect(act?.message).toContain('already there: 1; scheduled: 1')
  })

  describe('slots of a run that stopped midway', () => {
    const now = () => Date.parse('2026-05-04T08:00:00Z')
    const plan = { destination: page, autoPublish: true, publishTimes: '9am, 12pm, 5pm' }
    const texts = (...names: string[]) => names.map((name) => item({ text: name }, name))
    const due = ({ cards }: ReturnType<typeof postingBoard>) =>
      Object.fromEntries(
        [...cards.values()].map(({ body, dueDate }) => [body, dueDate?.slice(11, 16)]),
      )

    it('keeps the slots of the same items in the next run, and gives a new item the next free slot', async () => {
      const world = postingBoard(channels)
      const { board } = world.ports
      if (board === null) throw new Error('the board is open')
      let writes = 0
      const killed: typeof board.createPost = async (input, signal) => {
        const answer = await board.createPost(input, signal)
        writes += 1
        if (writes === 2) throw new Error('the process was killed')
        return answer
      }
      const broken = {
        ...world,
        ports: { ...world.ports, board: { ...board, createPost: killed } },
      }
      const first = await run(plan, texts('a', 'b', 'c'), broken, now)
      expect(first.outcome.status).toBe('failed')
      expect(due(world)).toEqual({ a: '09:00', b: '12:00' })
      const second = await run(plan, texts('new', 'a', 'b', 'c'), world, now)
      expect(due(world)).toEqual({ a: '09:00', b: '12:00', new: '17:00' })
      expect([...world.cards.values()].map(({ status }) => status)).toEqual([
        'reviewed',
        'reviewed',
        'reviewed',
        'draft',
      ])
      expect(second.act?.message).toContain('already there: 2; scheduled: 1')
    })

    it('gives a slot once when the board’s response is lost and the call is retried', async () => {
      const world = postingBoard(channels)
      const { board } = world.ports
      if (board === null) throw new Error('the board is open')
      const createPost: typeof board.createPost = async (input, signal) => {
        await board.createPost(input, signal)
        return board.createPost(input, signal)
      }
      const ports = { ...world.ports, board: { ...board, createPost } }
      await run(plan, texts('a', 'b'), { ...world, ports }, now)
      expect(due(world)).toEqual({ a: '09:00', b: '12:00' })
    })

    it('finds taken slots even if there are more items than one call accepts', async () => {
      const world = postingBoard(channels)
      const many = Array.from({ length: 150 }, (_, at) => item({ text: `t${at}` }, `t${at}`))
      await run(plan, many.slice(149), world, now)
      await run(plan, many, world, now)
      expect(due(world)).toMatchObject({ t149: '09:00', t0: '12:00', t1: '17:00', t2: undefined })
    })
  })

  it('fails with the reason if the user may not use the channel or the channel takes no posts', async () => {
    const unknown = await run({ destination: 'social://other@facebook.com' }, [item({ text: 'x' })])
    expect(unknown.act).toMatchObject({ status: 'failed', fix: { href: '/channels' } })
    const mailbox = await run({ destination: 'social://box@mail.google.com' }, [
      item({ text: 'x' }),
    ])
    expect(mailbox.act?.error).toBe('Our page does not accept posts. Choose another account.')
  })
})

describe('outside destinations', () => {
  it('mails the text and the page address to mailto:<address>', async () => {
    const json = { title: 'News', summary: 'Short', url: 'https://a.test/1' }
    const { sent } = await run({ destination: 'mailto:ada%40a.test' }, [item(json)])
    expect(sent).toMatchObject([
      {
        what: 'mail',
        input: { recipient: 'ada@a.test', subject: 'News', text: 'Short\n\nhttps://a.test/1' },
      },
    ])
  })

  it('refuses a mail if the item has no content', async () => {
    const { act, sent } = await run({ destination: 'mailto:ada@a.test' }, [item({ n: 1 })])
    expect(act?.error).toBe('Missing field "title"')
    expect(sent).toEqual([])
  })

  it('sends no mail if the user has left the organisation', async () => {
    const world = postingBoard()
    const ports = { ...world.ports, roleOf: async () => ({ role: null }) }
    const { act, sent } = await run({ destination: 'mailto:a@a.test' }, [item({ title: 'x' })], {
      ...world,
      ports,
    })
    expect(act?.error).toBe(
      'The person this run acts for is no longer a member of the organisation.',
    )
    expect(sent).toEqual([])
  })

  it('delivers the item only to the endpoint of webhook://<endpoint id>', async () => {
    const { sent } = await run({ destination: 'webhook://whe_1' }, [item({ a: 1 }, 'm1')])
    expect(sent).toMatchObject([
      {
        input: { orgId: 'org_1', endpointId: 'whe_1', data: { json: { a: 1 }, externalId: 'm1' } },
      },
    ])
    const other = await run({ destination: 'webhook://whe_2' }, [item({ a: 1 })])
    expect(other.act?.error).toBe('The webhook endpoint whe_2 is unknown')
  })
})

const readProblems = async (params: object) => {
  const types = new Map(allNodes.map((each) => [each.type, each]))
  const problems = await validateGraph(
    flow(params),
    (type) => types.get(type),
    createTurns()('org_1'),
  )
  return problems.map(({ path, code }) => `${code} ${path}`)
}

it.each([
  'board://post',
  'board://nothing',
  'manual://example.com',
  'mailto:nobody',
  'webhook://',
  'https://example.com',
  '',
])('rejects the destination "%s" when the workflow is activated', async (destination) => {
  expect(await readProblems({ destination })).toEqual([
    'invalid_params graph.nodes.1.params.destination',
  ])
})

it.each([
  [{ publishTimes: '9' }, 'publishTimes'],
  [{ publishTimes: ['9am', '25:00'] }, 'publishTimes'],
  [{ tz: 'Mars/Olympus' }, 'tz'],
  [{ destination: 'board://task', autoPublish: true, publishTimes: '9am' }, 'autoPublish'],
  [{ autoPublish: true }, 'publishTimes'],
  [{ autoPublish: true, publishTimes: [] }, 'publishTimes'],
])('rejects the parameters %j when the workflow is activated', async (params, path) => {
  const [problem] = await readProblems({ destination: page, ...params })
  expect(problem).toContain(`graph.nodes.1.params.${path}`)
})

it('checks a destination during the run if it is an expression', async () => {
  expect(await readProblems({ destination: '{{ $json.to }}' })).toEqual([])
  const { asked, act } = await run({ destination: '{{ $json.to }}' }, [
    item({ to: 'board://task', title: 'x' }),
  ])
  expect(asked).toHaveLength(1)
  expect(act?.status).toBe('completed')
  const broken = await run({ destination: '{{ $json.to }}' }, [item({ to: 'ftp://x', title: 'x' })])
  expect(broken.act?.error).toContain('This is not a destination')
})

it('registers dispatch only if the board responds', () => {
  const { ports } = postingBoard()
  expect([dispatch.available?.(ports), dispatch.available?.({ ...ports, board: null })]).toEqual([
    true,
    false,
  ])
})
