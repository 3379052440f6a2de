import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test.each([
  ['/channels', { to: '/channels', search: {} }],
  ['/board?card=tsk_1', { to: '/board', search: { card: 'tsk_1' } }],
  ['/posts/tsk_2', { to: '/posts', search: { post: 'tsk_2' } }],
  ['/posts?status=failed', { to: '/posts', search: { view: 'list', status: 'failed' } }],
  ['/posts', { to: '/posts', search: {} }],
  [
    '/webhooks/whe_1',
    { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: { endpoint: 'whe_1' } },
  ],
  ['/settings/billing', { to: '/settings/{-$page}', params: { page: 'billing' }, search: {} }],
  ['/webhooks', { to: '/settings/{-$page}', params: { page: 'webhooks' }, search: {} }],
])('%s is a page of the application', (href, place) => {
  expect(placeOf(href)).toEqual(place)
})

test.each(['/invoices/inv_1', '/', '/settings/elsewhere', '//elsewhere.example/board2'])(
  '%s has no page',
  (href) => {
    expect(placeOf(href)).toBeUndefined()
  },
)
