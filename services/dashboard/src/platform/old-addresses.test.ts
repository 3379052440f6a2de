import { expect, test } from 'vitest'
import { movedPage, renameOldAddress } from './old-addresses.ts'

test.each([
  ['/happenings', '/events'],
  [
    '/happenings/hap_1?q=ada%40example.com&part=check-in',
    '/events/hap_1?q=ada%40example.com&part=check-in',
  ],
  [
    '/happening/acme/open-day?result=success#tickets',
    '/event/acme/open-day?result=success#tickets',
  ],
  ['/offers?create=true', '/products?create=true'],
  ['/offer/acme/new%20sails', '/product/acme/new%20sails'],
  ['/schedules?stuck=true', '/subscriptions?stuck=true'],
  ['/skills/new', '/writing-guides/new'],
  ['/skills#top', '/writing-guides#top'],
  ['/agent-runs/agr_1?attempt=2', '/agent-tasks/agr_1?attempt=2'],
  ['/assets?file=org_1%2Fpub%2F1.png', '/files?file=org_1%2Fpub%2F1.png'],
])('replaces the old address %s', (old, address) => {
  expect(renameOldAddress(old)).toBe(address)
})

test.each([
  '/',
  '/events/offers',
  '/channels?connected=ch_1',
  '/offers.txt',
  '/assets-of-ours',
  '//offers',
])('keeps %s if it is no old address', (address) => {
  expect(renameOldAddress(address)).toBe(address)
})

test.each([
  ['/product/acme/new%20sails', '/p/acme/products/new%20sails'],
  ['/offer/acme/sails', '/p/acme/products/sails'],
  ['/event/acme/open-day', '/p/acme/events/open-day'],
  ['/happening/acme/open-day', '/p/acme/events/open-day'],
  ['/pay/0a1b', '/pay/0a1b'],
  ['/waiting/0a1b', '/waiting/0a1b'],
  ['/events/hap_1', undefined],
  ['/product/acme', undefined],
  ['//product/acme/sails', undefined],
  ['/approvals/apr_1', undefined],
])('moves %s to %s', (old, address) => {
  expect(movedPage(old)).toBe(address)
})
