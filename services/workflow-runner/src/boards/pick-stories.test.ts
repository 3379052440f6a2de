import { expect, test } from 'vitest'
import { storyKeys } from './pick-stories.ts'

const keys = (title: string) => storyKeys({ title, url: '' })

test.each([
  ['Über alte Öfen', 'Uber alte Ofen'],
  ['SØREN bakes good bread', 'Søren bakes good bread'],
  ['Søren bakes good bread', 'Soren bakes good bread'],
  ['Show HN: Brotbäckerei', 'brotbackerei'],
])('treats %j and %j as the same story', (one, other) => {
  expect(keys(one)).toEqual(keys(other))
})

test('treats titles with other words as different stories', () => {
  expect(keys('Über alte Öfen')).not.toEqual(keys('Über neue Öfen'))
})
