import { expect, test } from 'vitest'
import { findCreatePlace } from './create-place.ts'

test.each([
  ['/posts', { to: '/posts', search: { compose: 'new' } }],
  ['/invoices', { to: '/invoices/{-$id}', params: { id: 'new' } }],
  ['/invoices/inv_1', { to: '/invoices/{-$id}', params: { id: 'new' } }],
  ['/estimates', { to: '/estimates/{-$id}', params: { id: 'new' } }],
  ['/customers', { to: '/customers/{-$id}', params: { id: undefined }, search: { create: true } }],
  ['/board', undefined],
  ['/', undefined],
  ['/constructor', undefined],
])('finds the form for a new record on %s', (pathname, place) => {
  expect(findCreatePlace(pathname, true)).toEqual(place)
})

test('offers a member only the forms that a member may use', () => {
  expect(findCreatePlace('/invoices', false)).toBeUndefined()
  expect(findCreatePlace('/estimates', false)).toBeUndefined()
  expect(findCreatePlace('/customers', false)).toBeDefined()
})
