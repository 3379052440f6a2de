import {
  type ActivityEntry,
  AssetsSearch,
  type AttentionItem,
  BoardAttention,
  BoardOverview,
  BoardSearch,
  commonErrors,
  IdentityOverview,
  IdentitySearch,
  InvoicingSearch,
  type SearchHit,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCookie, startTestGateway, type TestGateway } from '../../test/harness.ts'
import { send } from '../../test/send.ts'

const item = (
  kind: AttentionItem['kind'],
  severity: AttentionItem['severity'],
  day: number,
): AttentionItem => ({
  kind,
  severity,
  title: kind,
  detail: 'A reason',
  href: '/posts',
  count: 1,
  at: `2026-01-0${day}T00:00:00.000Z`,
})
const hits = (type: SearchHit['type'], count: number): SearchHit[] =>
  Array.from({ length: count }, (_, n) => ({
    type,
    id: `${type}_${n}`,
    title: `${type} ${n}`,
    subtitle: '',
    href: '/',
  }))

const entry: ActivityEntry = {
  id: 'act_1',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'invoice.paid',
  title: 'Invoice paid',
  detail: 'INV-1',
  href: null,
  actor: null,
}

const viewer = { unread: 3, emailVerified: true, theme: 'dark' as const, locale: 'fr-FR' }

let gateway: TestGateway
const asked: object[] = []
const rpc = [
  rpcHandler(BoardAttention, async (input) => {
    asked.push(input)
    const [overdue, failed] = [item('post_overdue', 'warning', 3), item('post_failed', 'error', 1)]
    return { items: [overdue, failed, item('post_unconfirmed', 'error', 2)] }
  }),
  rpcHandler(BoardSearch, async (input) => {
    asked.push(input)
    if (input.q === 'broken') throw new Error('the index is gone')
    return { items: hits('card', 20) }
  }),
  rpcHandler(BoardOverview, async () => ({
    items: [item('post_draft', 'warning', 3), item('post_failed', 'error', 1)],
    postsNextWeek: 4,
    hasCard: true,
    hasPost: true,
  })),
  rpcHandler(IdentityOverview, async (input) => {
    asked.push(input)
    return { activity: [entry], members: 2, viewer }
  }),
  rpcHandler(AssetsSearch, async () => ({ items: [] })),
  rpcHandler(IdentitySearch, async () => ({ items: [] })),
  rpcHandler(InvoicingSearch, async () => ({ items: hits('invoice', 2) })),
]
beforeAll(async () => {
  const overrides = { INVOICING_SERVICE_URL: 'http://127.0.0.1:1' }
  gateway = await startTestGateway({ overrides, rpc })
})
afterAll(() => gateway?.stop())
const get = (path: string) => send(gateway.port, { path, headers: { cookie: goodCookie } })

test('shows errors first, asks only for the caller, and names a service that is down', async () => {
  const answer = await get('/api/attention')
  expect(answer.status).toBe(200)
  const { items, unavailable } = answer.json() as { items: AttentionItem[]; unavailable: string[] }
  expect(items.map(({ kind }) => kind)).toEqual(['post_unconfirmed', 'post_failed', 'post_overdue'])
  expect(unavailable).toEqual(['invoicing'])
  expect(asked.at(-1)).toEqual({ orgId: 'org_1', userId: 'usr_good' })
})

test('gathers the overview, and leaves out what a service that is down would say', async () => {
  const { items, unavailable, ...facts } = (await get('/api/overview')).json() as {
    items: AttentionItem[]
    unavailable: string[]
  }
  expect(items.map(({ kind }) => kind)).toEqual(['post_failed', 'post_draft'])
  expect(unavailable).toEqual(['invoicing'])
  expect(asked.at(-1)).toEqual({ orgId: 'org_1', userId: 'usr_good', role: 'member' })
  expect(facts).toEqual({
    activity: [entry],
    money: null,
    postsNextWeek: 4,
    steps: {
      invoicing: null,
      invoice: null,
      account: null,
      post: true,
      card: true,
      workflow: null,
      colleague: true,
    },
    viewer,
    // The workflow service is not deployed here, and invoicing is down.
    menu: { accounting: null, approvals: null, agentTasks: null },
  })
})

test('takes one hit from each service in turn, 20 in total', async () => {
  const answer = await get('/api/search?q=%20some%20text%20')
  const { items, unavailable } = answer.json() as { items: SearchHit[]; unavailable: string[] }
  expect(items.slice(0, 5).map(({ id }) => id)).toEqual([
    'card_0',
    'invoice_0',
    'card_1',
    'invoice_1',
    'card_2',
  ])
  expect([items.length, unavailable]).toEqual([20, []])
  expect(asked.at(-1)).toEqual({ orgId: 'org_1', userId: 'usr_good', q: 'some text' })
})

test('keeps the hits of the other services if one fails', async () => {
  const { items, unavailable } = (await get('/api/search?q=broken')).json() as {
    items: SearchHit[]
    unavailable: string[]
  }
  expect(items.map(({ id }) => id)).toEqual(['invoice_0', 'invoice_1'])
  expect(unavailable).toEqual(['board'])
})

test.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`])(
  'rejects a search for "%s" with 400',
  async (query) => {
    const answer = await get(`/api/search${query}`)
    expect([answer.status, answer.json()['code']]).toEqual([
      400,
      commonErrors.validation_failed().code,
    ])
  },
)
