import type { Channel } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { destinationGroups } from './destinations.ts'

const channel = (network: Channel['network'], uri: string) =>
  ({ id: uri, uri, network, name: uri }) as unknown as Channel

test('offers channels that take posts, and the composers of networks', () => {
  const groups = destinationGroups([channel('pronet', 'c1'), channel('mailbox', 'c2')], false)
  expect(groups.map(({ group }) => group)).toEqual(['Accounts', 'Posted by you'])
  expect(groups[0]?.items.map(({ value }) => value)).toEqual(['c1'])
  expect(groups[1]?.items.map(({ value }) => value)).toContain('manual://linkedin.com')
})

test('offers every kind of card but posts, and a typed address, if the node takes cards', () => {
  const groups = destinationGroups([], true)
  expect(groups.map(({ group }) => group)).toEqual(['Posted by you', 'Board', 'Elsewhere'])
  const cards = groups[1]?.items.map(({ value }) => value)
  expect(cards).toContain('board://task')
  expect(cards).not.toContain('board://post')
})
