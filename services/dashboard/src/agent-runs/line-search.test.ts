import type { TranscriptEntry } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { beginSearch, readOn } from './line-search.ts'

const entry = (text: string): TranscriptEntry => ({
  at: '2026-01-01T00:00:00.000Z',
  stream: 'out',
  text,
})
const late = () => true
const inTime = () => false

test('finds text in either case, even if a change of look splits it', () => {
  const entries = ['Ready', '\u001b[32mrea\u001b[0mdy', 'steady', '10%\rready'].map(entry)
  const search = beginSearch('ready', entries)
  readOn(search, entries.length, inTime)
  expect(search.places).toEqual([0, 1, 3])
})

test('pauses when it is late, and continues there when it is called again or lines arrive', () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => entry(`step ${n}`))
  const search = beginSearch('step 1', entries)
  readOn(search, entries.length, late)
  expect(search.upTo).toBeLessThan(entries.length)
  for (let turn = 0; turn < 100 && search.upTo < entries.length; turn += 1)
    readOn(search, entries.length, late)
  expect(search.places).toHaveLength(111)
  entries.push(entry('step 1000'))
  readOn(search, entries.length, inTime)
  expect(search.places.at(-1)).toBe(1_000)
})
