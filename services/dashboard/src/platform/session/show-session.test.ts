import type { Me } from '@atrium/contracts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { onOtherOrg } from './org-change.ts'

// The page facts and the client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { showSession } = await import('./show-session.ts')
const { meQuery } = await import('./me.ts')

const me = (org: string) => ({ user: { id: 'usr_1' }, org: { id: org } }) as Me
const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

test('shows the new organisation at once and drops everything of the previous one', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(meQuery.queryKey, me('org_1'))
  queryClient.setQueryData(['cards'], ['a card of the former organisation'])
  const shown: (string | undefined)[] = []
  const observer = new QueryObserver(queryClient, {
    ...meQuery,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = observer.subscribe(({ data }) => void shown.push(data?.org?.id))
  answerWith(async () => Response.json(me('org_2')))
  const stop = vi.fn()
  onOtherOrg.add(stop)
  await showSession(queryClient)
  await vi.waitFor(() => expect(shown.at(-1)).toBe('org_2'))
  expect(queryClient.getQueryData(['cards'])).toBeUndefined()
  expect(stop).toHaveBeenCalledTimes(1)
  await showSession(queryClient)
  expect(stop).toHaveBeenCalledTimes(1)
  leave()
})

test('reloads the page when the platform does not respond, instead of showing the previous organisation', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  answerWith(async () => Promise.reject(new TypeError('away')))
  const left = await new Promise<string>((leave) => {
    void showSession(queryClient, { next: '/board', leave })
  })
  expect(left).toBe('/board')
})
