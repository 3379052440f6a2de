import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// The page facts are read from the document.
vi.stubGlobal('document', { querySelector: () => null })
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
afterAll(() => void vi.unstubAllGlobals())
const { createOrgMutation } = await import('./create-org.ts')

interface Call {
  readonly path: string
  readonly body: { slug?: string; organizationId?: string } | undefined
}

let calls: Call[] = []
/** Responds to each call of the platform. Undefined stands for a lost response. */
let answer: (call: Call) => Response | undefined
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const body = init.body == null ? undefined : (JSON.parse(String(init.body)) as Call['body'])
    const call = { path: new URL(address).pathname, body }
    calls.push(call)
    const response = answer(call)
    if (response === undefined) throw new TypeError('lost')
    return response
  })
})

const create = (mutation: ReturnType<typeof createOrgMutation>) => {
  const client = new QueryClient()
  return client.getMutationCache().build(client, mutation).execute('Sail Loft')
}
const slugs = () =>
  calls.filter(({ path }) => path.endsWith('/create')).map(({ body }) => body?.slug ?? 'none')

test('finds an organisation by its slug if the response to its creation is lost, and creates no second one', async () => {
  answer = ({ path }) => {
    if (path.endsWith('/organization/create')) return undefined
    if (path.endsWith('/organization/list'))
      return Response.json([{ id: 'org_1', slug: slugs()[0] }])
    return Response.json({})
  }
  await create(createOrgMutation())
  expect(slugs()).toHaveLength(1)
  expect(calls).toContainEqual({
    path: '/api/auth/organization/set-active',
    body: { organizationId: 'org_1' },
  })
})

test('repeats the slug after a lost request, and uses another slug after a refusal', async () => {
  answer = ({ path }) => (path.endsWith('/list') ? Response.json([]) : undefined)
  const mutation = createOrgMutation()
  await expect(create(mutation)).rejects.toThrow('cannot be reached')
  answer = ({ path }) =>
    path.endsWith('/list')
      ? Response.json([])
      : Response.json({ code: 'organization_already_exists' }, { status: 400 })
  await expect(create(mutation)).rejects.toThrow()
  await expect(create(mutation)).rejects.toThrow()
  const [lost, second, third] = slugs()
  expect(second).toBe(lost)
  expect(third).not.toBe(second)
})
