import {
  connectWays,
  newId,
  type OrgPrincipal,
  platformRules,
  socialPlatforms,
} from '@atrium/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consent, type Harness, startHarness, toLocation } from './harness.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ env: { SHORTPOST_CLIENT_ID: 'half of what it needs' } })
})
afterAll(() => harness.stop())

const networksFor = async (more: Partial<OrgPrincipal> = {}) => {
  const answer = await harness.person(more)('GET', '/api/connect/networks')
  expect(answer.status).toBe(200)
  const items = answer.body['items'] as unknown as { network: string; missing: string[] }[]
  return new Map(items.map((item) => [item.network, item]))
}

test('lists every network with the rules for the editor and the approval', async () => {
  const networks = await networksFor()
  expect([...networks.keys()]).toEqual([...socialPlatforms, 'mailbox', 'imap', 'notebook', 'model'])
  for (const platform of socialPlatforms) {
    expect(networks.get(platform)).toMatchObject({ limits: platformRules[platform] })
  }
  expect(networks.get('pagenet')).toMatchObject({ configured: true, missing: [], canPublish: true })
  expect(networks.get('shortpost')).toMatchObject({ configured: false, canPublish: false })
  expect(networks.get('notebook')).toMatchObject({
    configured: true,
    canPublish: false,
    limits: null,
  })
})

test("lists the ways to connect that each network's provider supports", () => {
  for (const [network, { authorizeUrl, pastedToken, tryMailAccount }] of harness.deps.providers) {
    // A model key is pasted together with its provider, through a separate operation.
    const token = pastedToken !== undefined || network === 'model'
    const settings = tryMailAccount !== undefined
    const ways = { dialog: authorizeUrl !== undefined, token, settings }
    expect([network, connectWays(network)]).toEqual([network, ways])
  }
})

test.each([
  ['an owner', { role: 'owner' }, true],
  ['an admin', { role: 'admin' }, true],
  ['a member', { role: 'member' }, false],
  ['an operator with a session', { role: 'member', isAdmin: true }, true],
  ['an operator with a key', { role: 'member', isAdmin: true, via: 'api_key' }, false],
] as const)('shows the unset variables of a dormant network to %s', async (_who, caller, sees) => {
  const missing = (await networksFor(caller)).get('shortpost')?.missing ?? []
  if (!sees) return expect(missing).toEqual([])
  expect(missing).toContain('SHORTPOST_CLIENT_SECRET')
  expect(missing).not.toContain('SHORTPOST_CLIENT_ID')
})

test('names the token key for every network if that key is unset', async () => {
  const keyless = await startHarness({ env: { SOCIAL_TOKEN_ENCRYPTION_KEY: '' } })
  const answer = await keyless.person()('GET', '/api/connect/networks')
  const items = answer.body['items'] as unknown as {
    missing: string[]
    configured: boolean
    network: string
  }[]
  const key = 'SOCIAL_TOKEN_ENCRYPTION_KEY'
  for (const { missing, configured } of items) {
    expect([configured, missing.filter((name) => name === key)]).toEqual([false, [key]])
  }
  await keyless.stop()
})

const readPickers = async (caller: ReturnType<Harness['person']>) => {
  const items = (await caller('GET', '/api/connect/pickers')).body['items'] as unknown as {
    id: string
  }[]
  return items.map(({ id }) => id)
}

test('lists pending pickers only to their owner in the organisation where they began, newest first', async () => {
  const ada = harness.person()
  const begin = async () =>
    toLocation(await ada('GET', await consent(ada))).searchParams.get('picker') ?? ''
  const [first, second] = [await begin(), await begin()]
  const { body, text } = await ada('GET', '/api/connect/pickers')
  const pages = expect.arrayContaining([
    {
      id: '1001',
      name: 'Harbour Bakery',
      pictureUrl: expect.toBeOneOf([null, expect.any(String)]),
    },
  ])
  expect(body['items']).toEqual(
    [second, first].map((id) => ({
      id,
      network: 'pagenet',
      pages,
      shared: false,
      expiresAt: expect.any(String),
    })),
  )
  expect(text).not.toContain('token')
  expect(await readPickers(harness.person({ orgId: ada.orgId }))).toEqual([])
  expect(await readPickers(harness.person({ ...ada.principal, orgId: newId('org') }))).toEqual([])
  await ada('POST', `/api/connect/pagenet/pickers/${second}`, { pageId: '1001' })
  expect(await readPickers(ada)).toEqual([first])
  harness.clock.offsetMs += 11 * 60_000
  expect(await readPickers(ada)).toEqual([])
})
