import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NetworkError } from '../../network/network-error.ts'
import { toMailSearch } from './mail-query.ts'

const now = new Date('2026-11-30T12:00:00.000Z')
const search = (query: string) => toMailSearch(query, now)

test.each([
  ['', {}],
  ['flour', { text: 'flour' }],
  ['from:mill@example.com is:unread', { from: 'mill@example.com', seen: false }],
  ['subject:"two sacks"', { subject: 'two sacks' }],
  ['label:"For today"', { keyword: 'for_today' }],
  ['after:2026/11/01', { since: new Date('2026-11-01') }],
  ['newer_than:2d', { since: new Date('2026-11-28T12:00:00.000Z') }],
  ['larger:5M', { larger: 5_242_880 }],
  ['flour salt', { or: [{ text: 'flour' }], not: { not: { text: 'salt' } } }],
  ['flour OR salt', { or: [{ text: 'flour' }, { text: 'salt' }] }],
  ['-flour', { not: { text: 'flour' } }],
  ['in:inbox OR flour', {}],
  ['https://example.com', { text: 'https://example.com' }],
])('reads the search %j', (query, criteria) => {
  expect(search(query)).toEqual({ folder: undefined, criteria })
})

test('finds the folder of a search', () => {
  expect(search('in:sent flour')).toEqual({
    folder: { use: '\\Sent' },
    criteria: { text: 'flour' },
  })
  expect(search('in:"Work/2026"').folder).toEqual({ path: 'Work/2026' })
})

test('returns criteria or a sentence for every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:"(){}- OR') }), (query) => {
      try {
        expect(search(query).criteria).toBeTypeOf('object')
      } catch (error) {
        expect(error).toBeInstanceOf(NetworkError)
      }
    }),
  )
})

test('rejects a search with too many brackets', () => {
  expect(() => search(`${'('.repeat(100)}a`)).toThrow('too many brackets')
})
