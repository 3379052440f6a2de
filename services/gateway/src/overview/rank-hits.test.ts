import type { SearchHit } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { rankHits } from './rank-hits.ts'

const hit = (title: string, subtitle = ''): SearchHit => ({
  type: 'card',
  id: title,
  title,
  subtitle,
  href: '/',
})
const titles = (hits: readonly SearchHit[]) => hits.map(({ title }) => title)

test('ranks an exact name first, then a name that begins with the text, contains it as a word or as a part, and a match elsewhere', () => {
  const hits = ['Post without text', 'The Zoés', 'Big Zoé', 'Zoé Miller', 'zoe'].map((title) =>
    hit(title),
  )
  expect(titles(rankHits(hits, ' Zoé '))).toEqual([
    'zoe',
    'Zoé Miller',
    'The Zoés',
    'Big Zoé',
    'Post without text',
  ])
})

test('puts an exact email address first and keeps the order of equal hits', () => {
  const hits = [hit('B'), hit('A'), hit('Ada', 'ada@example.com')]
  expect(titles(rankHits(hits, 'ada@example.com'))).toEqual(['Ada', 'B', 'A'])
})
