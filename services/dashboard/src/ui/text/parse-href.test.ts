import { expect, test } from 'vitest'
import { parseHref } from './parse-href.ts'

test.each([
  ['/files?file=org_1%2Fpub%2F1.png', { to: '/files', search: { file: 'org_1/pub/1.png' } }],
  ['/approvals', { to: '/approvals', search: {} }],
  ['/channels', { to: '/channels', search: {} }],
  ['/board?card=tsk_1', { to: '/board', search: { card: 'tsk_1' } }],
  ['/board?kind=quote', { to: '/board', search: { kind: ['quote'] } }],
  ['/board', { to: '/board', search: {} }],
  ['/posts/tsk_2', { to: '/posts', search: { post: 'tsk_2' } }],
  ['/posts?status=failed', { to: '/posts', search: { view: 'list', status: 'failed' } }],
  ['/writing-guides/skill_1', { to: '/writing-guides/$id', params: { id: 'skill_1' }, search: {} }],
  ['/sites/site_1', { to: '/sites/$id', params: { id: 'site_1' }, search: {} }],
  ['/posts', { to: '/posts', search: {} }],
  [
    '/webhooks/whe_1',
    { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: { endpoint: 'whe_1' } },
  ],
  ['/workflows', { to: '/workflows', search: {} }],
  ['/workflows?filter=failed', { to: '/workflows', search: { filter: 'failed' } }],
  [
    '/workflows/wf_1?run=run_2',
    { to: '/workflows/$id', params: { id: 'wf_1' }, search: { run: 'run_2' } },
  ],
  [
    '/workflows/wf_1?panel=waiting',
    { to: '/workflows/$id', params: { id: 'wf_1' }, search: { panel: 'waiting' } },
  ],
  ['/tasks/task_1', { to: '/board', search: { card: 'task_1' } }],
  ['/settings/members', { to: '/settings/{-$page}', params: { page: 'members' }, search: {} }],
  ['/settings/profile', { to: '/settings/{-$page}', params: { page: 'profile' }, search: {} }],
  ['/events/hap_1', { to: '/events/{-$id}', params: { id: 'hap_1' }, search: {} }],
  [
    '/events/hap_1?q=ada%40example.com',
    { to: '/events/{-$id}', params: { id: 'hap_1' }, search: { q: 'ada@example.com' } },
  ],
  ['/settings/billing', { to: '/settings/{-$page}', params: { page: 'billing' }, search: {} }],
  ['/invoices/inv_1', { to: '/invoices/{-$id}', params: { id: 'inv_1' }, search: {} }],
  [
    '/invoices?status=overdue',
    { to: '/invoices/{-$id}', params: { id: undefined }, search: { status: 'overdue' } },
  ],
  ['/customers/cus_1', { to: '/customers/{-$id}', params: { id: 'cus_1' }, search: {} }],
  ['/products/off_1', { to: '/products/{-$id}', params: { id: 'off_1' }, search: {} }],
  ['/subscriptions/sch_1', { to: '/subscriptions/{-$id}', params: { id: 'sch_1' }, search: {} }],
  [
    '/subscriptions?stuck=true',
    { to: '/subscriptions/{-$id}', params: { id: undefined }, search: { stuck: true } },
  ],
  ['/agent-tasks/agr_1', { to: '/agent-tasks/{-$id}', params: { id: 'agr_1' }, search: {} }],
  ['/offers/off_1', { to: '/products/{-$id}', params: { id: 'off_1' }, search: {} }],
  ['/assets?file=a.png', { to: '/files', search: { file: 'a.png' } }],
  ['/webhooks', { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: {} }],
])('finds the page of %s', (href, place) => {
  expect(parseHref(href)).toEqual(place)
})

test.each(['/sites', '/', '/settings/elsewhere', '//elsewhere.example/board2'])(
  'returns undefined if the address is %s',
  (href) => {
    expect(parseHref(href)).toBeUndefined()
  },
)
