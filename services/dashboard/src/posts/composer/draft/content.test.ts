import { expect, test } from 'vitest'
import { bodyCount, commentCount, findProblems, toContent, toField, toNewCard } from './content.ts'
import { type Draft, emptyDraft } from './draft.ts'
import type { Target } from './targets.ts'

const short: Target = { id: 'chn_1', platform: 'shortpost', channelId: 'chn_1', name: 'Short' }
const page: Target = { id: 'chn_2', platform: 'pagenet', channelId: 'chn_2', name: 'Page' }
const now = new Date('2026-06-01T12:00:00Z')
const draft = (changed: Partial<Draft>): Draft => ({ ...emptyDraft, ...changed })

test("counts characters by the network's rules and includes the link if the text carries it", () => {
  const written = draft({
    body: '日本 👩‍👩‍👧',
    link: 'https://example.com/a-long-address-of-a-page',
  })
  expect(bodyCount(toContent(written, short))).toEqual({ used: 4 + 1 + 2 + 1 + 23, max: 280 })
  expect(bodyCount(toContent(written, page))).toEqual({ used: 8, max: 63_206 })
  const replied = draft({ ...written, linkHandling: 'reply', firstComment: 'More' })
  expect(bodyCount(toContent(replied, short)).used).toBe(7)
  expect(commentCount(toContent(replied, short))).toEqual({ used: 4 + 1 + 23, max: 280 })
})

test("counts and sends a channel's own text only for that channel", () => {
  const written = draft({ body: 'For all', own: { chn_1: 'Short' } })
  expect(toNewCard(written, short).body).toBe('Short')
  expect(toNewCard(written, page).body).toBe('For all')
})

test('names the field and channel of each problem and skips the network rules if the post stays a draft', () => {
  const written = draft({ body: 'a'.repeat(281), moment: 'at', at: '2026-06-01T11:59:00Z' })
  const found = findProblems(written, [short, page], now)
  expect(found.map(({ field, target }) => [field, target?.id])).toEqual([
    ['at', undefined],
    ['body', 'chn_1'],
  ])
  expect(findProblems({ ...written, moment: 'draft' }, [short, page], now)).toEqual([])
  expect(findProblems(draft({ moment: 'draft' }), [], now)).toMatchObject([{ field: 'target' }])
})

test("reports a channel's obstacle if the channel cannot publish", () => {
  const broken = { ...page, obstacle: 'Connect this account again' }
  expect(findProblems(draft({ body: 'Text' }), [broken], now)).toMatchObject([
    { field: 'target', message: 'Connect this account again' },
  ])
})

test('adds https:// to a link without a protocol and rejects text that is not a link', () => {
  expect(toNewCard(draft({ link: 'example.com/menu' }), page).post?.link).toBe(
    'https://example.com/menu',
  )
  expect(findProblems(draft({ body: 'Text', link: 'the menu' }), [page], now)).toMatchObject([
    { field: 'link' },
  ])
})

test.each([
  ['post.media.0', 'media'],
  ['post.channelId', 'target'],
  ['dueDate', 'at'],
  ['fields.subreddit', 'fields.subreddit'],
  ['body', 'body'],
  ['constructor', 'target'],
])('maps an error at %s to the field %s', (path, field) => {
  expect(toField(path)).toBe(field)
})
