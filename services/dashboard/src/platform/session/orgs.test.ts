import type { Me } from '@atrium/contracts'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'

// The page facts and the client are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { leaveOrganisation } = await import('./orgs.ts')
const { meQuery } = await import('./me.ts')

/** Builds a session in the first of several organisations. */
function session(...ids: string[]) {
  const queryClient = new QueryClient()
  let active: string | null = ids[0] ?? null
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string } = {}) => {
    if (address.endsWith('/organization/list')) return Response.json(ids.map((id) => ({ id })))
    if (address.endsWith('/organization/set-active')) {
      active = (JSON.parse(body ?? '') as { organizationId: string }).organizationId
      return Response.json({})
    }
    return Response.json({ user: { id: 'usr_1' }, org: active === null ? null : { id: active } })
  })
  return {
    queryClient,
    active: () => active,
    /** Updates the session when an organisation ends. */
    end: (id: string) => {
      if (active === id) active = null
    },
    shown: () => queryClient.getQueryData(meQuery.queryKey) as Me,
  }
}

test('enters the other organisation before the first one ends', async () => {
  const { queryClient, active, end, shown } = session('org_1', 'org_2', 'org_3')
  const during: (string | null)[] = []
  await leaveOrganisation(
    queryClient,
    'org_1',
    async () => {
      during.push(active())
      end('org_1')
    },
    'org_3',
  )
  expect(during).toEqual(['org_3'])
  expect(shown().org?.id).toBe('org_3')
})

test('returns to the organisation if the platform refuses', async () => {
  const { queryClient, active, shown } = session('org_1', 'org_2')
  const refused = leaveOrganisation(queryClient, 'org_1', () =>
    Promise.reject(new Error('Only an owner may')),
  )
  await expect(refused).rejects.toThrow('Only an owner may')
  expect(active()).toBe('org_1')
  expect(shown().org?.id).toBe('org_1')
})

test('ends in no organisation if the user has no other one', async () => {
  const { queryClient, end, shown } = session('org_1')
  await leaveOrganisation(queryClient, 'org_1', async () => end('org_1'))
  expect(shown().org).toBeNull()
})
