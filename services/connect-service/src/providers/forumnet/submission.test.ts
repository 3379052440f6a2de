import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OutgoingMedia, OutgoingPost } from '../provider.ts'
import { forumName, submitForm, toSubmission } from './submission.ts'

const post = (more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  title: 'Bread',
  text: '',
  previewLink: null,
  media: [],
  fields: { subreddit: 'bread' },
  progress: { recall: async () => undefined, keep: async () => undefined },
  ...more,
})
const bytes = new Uint8Array(3)
const picture: OutgoingMedia = {
  contentType: 'image/png',
  name: 'a.png',
  url: 'https://example.com/a.png',
  size: 3,
  altText: '',
  read: async () => bytes,
}

test.each([
  ['bread', 'bread'],
  ['r/bread', 'bread'],
  ['/r/Bread_Baking/', 'Bread_Baking'],
  [' R/bread ', 'bread'],
  ['u/harbour-bakery', 'u_harbour-bakery'],
  ['/user/harbour', 'u_harbour'],
  ['u_harbour', 'u_harbour'],
])('reads from %j the forum %s', (given, name) => {
  expect(forumName(given)).toBe(name)
})

test.each([
  undefined,
  null,
  7,
  '',
  'r/',
  'two words',
  'x',
  '../etc',
  'https://example.com',
  'a'.repeat(22),
])('rejects %j as a forum', (given) => {
  expect(() => forumName(given)).toThrow(/forum/)
})

test('adds a link to the text of a picture post only if the text does not contain it', () => {
  const previewLink = 'https://example.com/menu'
  const text = `Our menu: ${previewLink}`
  expect(toSubmission(post({ text, previewLink, media: [picture] })).text).toBe(text)
  expect(toSubmission(post({ previewLink, media: [picture] })).text).toBe(previewLink)
})

test('builds a form with one kind for any card, and with a URL only if the kind needs one', () => {
  const content = fc.record({
    text: fc.string(),
    previewLink: fc.constantFrom(null, 'https://example.com/a?b=c&d'),
    fields: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.constant(null))),
  })
  fc.assert(
    fc.property(content, ({ text, previewLink, fields }) => {
      const given = post({ text, previewLink, fields: { ...fields, subreddit: 'bread' } })
      const form = submitForm(toSubmission(given), given.fields)
      expect(form['kind']).toBe(previewLink === null ? 'self' : 'link')
      expect(form['url']).toBe(previewLink ?? undefined)
      expect(form['text'] ?? '').toBe(text)
      expect(Object.values(form).every((value) => typeof value === 'string')).toBe(true)
    }),
  )
})
