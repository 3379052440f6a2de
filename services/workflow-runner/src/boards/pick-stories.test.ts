import { expect, test } from 'vitest'
import { storyKeys } from './pick-stories.ts'

const keys = (title: string) => storyKeys({ title, url: '' })

test.each([
  ['Über alte Öfen', 'Uber alte Ofen'],
  ['SØREN bakes good bread', 'Søren bakes good bread'],
  ['Søren bakes good bread', 'Soren bakes good bread'],
  ['Show HN: Brotbäckerei', 'brotbackerei'],
])('takes %j and %j for the same story', (one, other) => {
  expect(keys(one)).toEqual(keys(other))
})

test('takes titles in other words for different stories', () => {
  expect(keys('Über alte Öfen')).not.toEqual(keys('Über neue Öfen'))
})
