import { expect, test } from 'vitest'
import type { PostCard } from '../post-card.ts'
import { arrowMove } from './arrow-moves.ts'
import { byDate, capped, chosenPosts, placePosts } from './placed-posts.ts'
import { readItem, weekEvents } from './schedule-events.ts'

const buildPost = (id: string, dueDate: string | null, more: Partial<PostCard> = {}): PostCard => ({
  id,
  kind: 'post',
  title: '',
  body: id,
  status: 'draft',
  tags: [],
  destination: null,
  fields: {},
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '',
  updatedAt: '',
  dueDate,
  dueAllDay: false,
  dueOn: dueDate?.slice(0, 10) ?? null,
  post: {
    platform: 'pagenet',
    channelId: 'chn_1',
    link: null,
    linkHandling: 'keep',
    media: [],
    firstComment: null,
    thread: [],
    partsPublished: 0,
    to: [],
    externalId: null,
    externalUrl: null,
    failure: null,
    postedAt: null,
    postedBy: null,
    clicks: null,
  },
  ...more,
})
const zone = 'Asia/Tokyo'
test('sorts posts by their date in the zone and puts posts without a date first', () => {
  const posts = placePosts(
    [
      buildPost('c', '2026-11-24T01:00:00.000Z'),
      buildPost('b', '2026-11-22T15:30:00.000Z'),
      buildPost('a', null),
    ],
    zone,
  )
  expect(posts.map(({ card, date, time }) => [card.id, date, time])).toEqual([
    ['a', '', ''],
    ['b', '2026-11-23', '00:30'],
    ['c', '2026-11-24', '10:00'],
  ])
  expect([...byDate(posts).keys()]).toEqual(['', '2026-11-23', '2026-11-24'])
})

test('shows a post at its publishing time if that differs from the due date', () => {
  const posted = buildPost('a', '2026-11-24T01:00:00.000Z', { status: 'posted' })
  const [placed] = placePosts(
    [{ ...posted, post: { ...posted.post, postedAt: '2026-11-22T15:30:00.000Z' } }],
    zone,
  )
  expect([placed?.date, placed?.time]).toEqual(['2026-11-23', '00:30'])
})

test('filters posts by channel and by status', () => {
  const posts = [buildPost('a', null), buildPost('b', null, { status: 'failed' })]
  expect(chosenPosts(posts, { status: 'failed' }).map(({ id }) => id)).toEqual(['b'])
  expect(chosenPosts(posts, { channel: 'chn_2' })).toEqual([])
  expect(chosenPosts(posts, {})).toHaveLength(2)
})

test('shows only email posts when the filter is Email', () => {
  const post = buildPost('a', null)
  const mail = buildPost('b', null, {
    post: { ...post.post, platform: 'email', channelId: null, to: ['ada@example.test'] },
  })
  const byHand = buildPost('c', null, { post: { ...post.post, channelId: null } })
  expect(chosenPosts([post, mail, byHand], { channel: 'email' })).toEqual([mail])
  expect(chosenPosts([post, mail, byHand], { channel: 'chn_1' })).toEqual([post])
})

test('shows the first posts and counts the rest when a day is full', () => {
  const posts = placePosts(
    ['a', 'b', 'c', 'd'].map((id) => buildPost(id, '2026-11-23T01:00:00.000Z')),
    zone,
  )
  expect(capped(posts, 4)).toEqual({ shown: posts, more: 0 })
  expect(capped(posts, 3)).toEqual({ shown: posts.slice(0, 2), more: 2 })
})

test('shows at most three entries a day for a month with 500 posts', () => {
  const posts = placePosts(
    Array.from({ length: 500 }, (_, n) =>
      buildPost(`post_${n}`, new Date(Date.UTC(2026, 10, 1 + (n % 30), n % 24)).toISOString()),
    ),
    'UTC',
  )
  const entries = [...byDate(posts).values()].map((ofDay) => {
    const { shown, more } = capped(ofDay, 3)
    return shown.length + (more > 0 ? 1 : 0)
  })
  expect(entries).toEqual(Array.from({ length: 30 }, () => 3))
})

test('limits each hour of the week separately and ends every entry before midnight', () => {
  const late = placePosts(
    ['a', 'b', 'c', 'd'].map((id) => buildPost(id, '2026-11-23T23:50:00.000Z')),
    'UTC',
  )
  const events = weekEvents(
    [...late, ...placePosts([buildPost('e', '2026-11-23T09:00:00.000Z')], 'UTC')],
    3,
  )
  expect(events.map((event) => readItem(event).kind)).toEqual(['post', 'post', 'more', 'post'])
  expect(events[0]).toMatchObject({ start: '2026-11-23 23:09:00', end: '2026-11-23 23:59:00' })
})

test.each([
  ['ArrowLeft', 'month', { date: '2026-02-28' }],
  ['ArrowRight', 'week', { date: '2026-03-02' }],
  ['ArrowDown', 'month', { date: '2026-03-08' }],
  ['ArrowUp', 'week', { date: '2026-02-28', time: '23:30' }],
  ['ArrowDown', 'week', { date: '2026-03-01', time: '01:30' }],
  ['Enter', 'month', undefined],
] as const)('moves a post with %s in the %s view', (key, view, place) => {
  expect(arrowMove({ date: '2026-03-01', minutes: 30 }, key, view)).toEqual(place)
})
