import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import type { PostCard } from './post-card.ts'
import type { PostList } from './post-queries.ts'

// The page data and the API client are read from the document at import.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { changePostMutation } = await import('./post-changes.ts')
const { listsKey } = await import('./post-queries.ts')
const { showPost, shownPost } = await import('./shown-posts.ts')

const [monday, tuesday] = ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z']
const post = (id: string, changes: Partial<PostCard> = {}): PostCard =>
  ({
    id,
    kind: 'post',
    title: id,
    status: 'draft',
    tags: [],
    dueDate: monday,
    ...changes,
  }) as PostCard

/** Sets up a calendar with the posts a and b, and a pending change of a. */
async function changing(patch: { status?: 'reviewed'; dueDate?: string }) {
  const queryClient = new QueryClient()
  queryClient.setQueryData<PostList>([...listsKey, 'due'], {
    items: [post('a'), post('b')],
    total: 2,
  })
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  const mutation = queryClient
    .getMutationCache()
    .build(queryClient, changePostMutation(queryClient))
  const sent = mutation.execute({ card: post('a'), patch }).catch(() => undefined)
  await vi.waitFor(() => expect(shownPost(queryClient, 'a')).toMatchObject(patch))
  return {
    queryClient,
    async refuse(): Promise<void> {
      answer.resolve(
        Response.json({ status: 409, detail: 'no', code: 'conflict' }, { status: 409 }),
      )
      await sent
    },
  }
}

test('rolls back a rejected move and keeps a later change of another post', async () => {
  const { queryClient, refuse } = await changing({ dueDate: tuesday })
  showPost(queryClient, post('b', { dueDate: tuesday }))
  await refuse()
  expect(shownPost(queryClient, 'a')?.dueDate).toBe(monday)
  expect(shownPost(queryClient, 'b')?.dueDate).toBe(tuesday)
})

test('rolls back a rejected status and keeps the time that the post got meanwhile', async () => {
  const { queryClient, refuse } = await changing({ status: 'reviewed' })
  showPost(queryClient, post('a', { status: 'reviewed', dueDate: tuesday }))
  await refuse()
  expect(shownPost(queryClient, 'a')).toMatchObject({ status: 'draft', dueDate: tuesday })
})

test('keeps a field if it changed again before the rejection', async () => {
  const { queryClient, refuse } = await changing({ dueDate: tuesday })
  showPost(queryClient, post('a', { dueDate: '2026-01-07T09:00:00.000Z' }))
  await refuse()
  expect(shownPost(queryClient, 'a')?.dueDate).toBe('2026-01-07T09:00:00.000Z')
})

test('sends changes of a post one after the other and refetches the posts after the last', async () => {
  const queryClient = new QueryClient()
  const lists = [...listsKey, 'due']
  queryClient.setQueryData<PostList>(lists, { items: [post('a')], total: 1 })
  const sent: { body: string; answer: PromiseWithResolvers<Response> }[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const answer = Promise.withResolvers<Response>()
    sent.push({ body, answer })
    return answer.promise
  })
  const change = (tags: string[]) =>
    queryClient
      .getMutationCache()
      .build(queryClient, changePostMutation(queryClient))
      .execute({ card: post('a'), patch: { tags } })
  const isRead = () => queryClient.getQueryState(lists)?.isInvalidated
  const changes = [change(['sent-back']), change([])]
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(shownPost(queryClient, 'a')?.tags).toEqual([])
  sent[0]?.answer.resolve(Response.json(post('a', { tags: ['sent-back'] })))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await changes[0]
  expect(isRead()).toBe(false)
  sent[1]?.answer.resolve(Response.json(post('a')))
  await Promise.all(changes)
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ tags: ['sent-back'] }, { tags: [] }])
  expect(isRead()).toBe(true)
})
