import type { Post } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findObstacle } from './readiness.ts'

const now = new Date('2026-11-23T12:00:00.000Z')
const post: Post = {
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
}

test.each([
  ['a time in the future', { dueDate: '2026-11-23T12:00:01.000Z', post }, undefined],
  // If it were approved now, it would go out at once.
  [
    'a time that has passed',
    { dueDate: '2026-11-23T12:00:00.000Z', post },
    'The planned time has passed',
  ],
  ['no time', { dueDate: null, post }, 'No time chosen'],
  [
    'no channel',
    { dueDate: '2026-11-24T12:00:00.000Z', post: { ...post, channelId: null } },
    'No account chosen',
  ],
])('finds the obstacle of a draft with %s', (_name, card, obstacle) => {
  expect(findObstacle(card, now)).toBe(obstacle)
})
