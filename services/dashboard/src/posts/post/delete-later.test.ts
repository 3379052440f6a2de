import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving } from '../../platform/before-leaving.ts'
import { onOtherOrg } from '../../platform/other-org.ts'
import type { PostCard } from '../post-card.ts'

// The page's facts and its client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
vi.stubGlobal('fetch', request)
vi.useFakeTimers()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const { deleteLater } = await import('./delete-later.ts')
const { leavingPosts } = await import('../leaving-posts.ts')

const post = { id: 'tsk_1' } as PostCard
beforeEach(() => request.mockClear())

test('a deletion that can still be undone is sent before the session leaves its organisation, and once', async () => {
  deleteLater(new QueryClient(), post)
  expect(leavingPosts.get()).toContain(post.id)
  await beforeLeaving.settle()
  expect(request).toHaveBeenCalledTimes(1)
  expect(leavingPosts.get()).not.toContain(post.id)
  for (const stop of onOtherOrg) stop({ name: 'former' }, null)
  await vi.advanceTimersByTimeAsync(20_000)
  await beforeLeaving.settle()
  expect(request).toHaveBeenCalledTimes(1)
})

test('a deletion is not sent in the organisation that another tab has changed to', async () => {
  deleteLater(new QueryClient(), post)
  for (const stop of onOtherOrg) stop({ name: 'former' }, null)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(request).not.toHaveBeenCalled()
  expect(leavingPosts.get()).not.toContain(post.id)
})
