import { expect, test } from 'vitest'
import { renameOldAddress } from './old-addresses.ts'

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
