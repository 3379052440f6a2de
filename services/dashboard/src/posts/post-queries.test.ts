import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// The page data and the API client are read from the document at import.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { dueQuery } = await import('./post-queries.ts')

const january = { dueAfter: '2026-01-01T00:00:00.000Z', dueBefore: '2026-02-01T00:00:00.000Z' }
const post = (id: string, dueDate: string, postedAt: string | null = null) => ({
  id,
  kind: 'post',
  dueDate,
  post: { postedAt },
})
const waiting = post('waiting', '2026-01-20T09:00:00.000Z')
const late = post('late', '2026-01-31T09:00:00.000Z', '2026-02-02T09:00:00.000Z')
const early = post('early', '2026-02-01T09:00:00.000Z', '2026-01-30T09:00:00.000Z')

let due: { items: object[]; total: number }
let posted: { items: object[]; total: number }
beforeEach(() => {
  vi.stubGlobal('fetch', async (request: string | URL | Request) => {
    const { searchParams } = new URL(request instanceof Request ? request.url : request)
    const page = searchParams.has('dueAfter') ? due : posted
    return Response.json(searchParams.get('offset') === '0' ? page : { ...page, items: [] })
  })
})
const read = () => new QueryClient().fetchQuery(dueQuery(january))

test('lists a post in the month in which it went out when it was due in another month', async () => {
  due = { items: [waiting, late], total: 2 }
  posted = { items: [early], total: 1 }
  expect(await read()).toEqual({ items: [waiting, early], total: 2 })
})

test('returns a higher total when not all published posts were loaded', async () => {
  due = { items: [waiting], total: 1 }
  posted = { items: [early], total: 1_200 }
  expect(await read()).toEqual({ items: [waiting, early], total: 1_201 })
})
