import {
  BoardUserRows,
  CheckLogo,
  IdentityLiveAssets,
  IdentityReleaseSettled,
  OrgSettingsOf,
  type Principal,
  userRows,
} from '@atrium/contracts'
import { callRpc, rpcHandler, serveRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Founder, type Harness, startHarness } from '../../test/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const toPrincipal = (person: Founder, change: Partial<Principal> = {}): Principal => ({
  userId: person.userId,
  orgId: person.orgId,
  role: 'owner',
  isAdmin: false,
  via: 'session',
  credentialId: 'ses_1',
  ...change,
})
const orgs = '/api/settings'
const mine = '/api/me/settings'
const defaults = {
  timezone: 'UTC',
  locale: 'en',
  currency: 'EUR',
  logoUrl: null,
  brandColor: null,
  imprint: '',
  privacyUrl: null,
  publicName: null,
  publicDomain: null,
}
const chosen = {
  timezone: 'Europe/Berlin',
  locale: 'de-AT',
  currency: 'CHF',
  logoUrl: 'https://example.test/logo.png',
  brandColor: '#a1B2c3',
  imprint: 'Studio GmbH\nHafenstraße 1, Hamburg',
  privacyUrl: 'https://example.test/privacy',
  publicName: 'The Studio',
  publicDomain: null,
}
const readChanges = async (orgId: string) =>
  (await harness.events()).filter(
    (event) => event.type === 'settings.changed' && event.orgId === orgId,
  )

test("returns defaults until an admin changes the org's settings", async () => {
  const owner = await harness.founder()
  const [admin, member] = [
    toPrincipal(owner, { role: 'admin' }),
    toPrincipal(owner, { role: 'member' }),
  ]
  expect((await harness.as(member, 'GET', orgs)).body).toEqual(defaults)
  const changed = await harness.as(admin, 'PATCH', orgs, chosen)
  expect([changed.status, changed.body]).toEqual([200, chosen])
  expect((await harness.as(member, 'GET', orgs)).body).toEqual(chosen)
  await eventually(async () =>
    expect(await readChanges(owner.orgId)).toMatchObject([
      { data: { orgId: owner.orgId, userId: owner.userId } },
    ]),
  )
})

test('exports the caller’s records of every service, without secrets', async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  const path = '/api/me/export'
  const stop = await serveRpc(
    harness.bus,
    '0.0.0',
    userRows.map((rpc) =>
      rpcHandler(rpc, async ({ userId, orgIds, cursor }) => ({
        table: rpc === BoardUserRows ? 'board.tasks' : 'none',
        text: rpc === BoardUserRows ? `${JSON.stringify({ userId, orgIds, cursor })}\n` : '',
        next: rpc === BoardUserRows && cursor === null ? 'second' : null,
      })),
    ),
  )
  const own = await harness.as(toPrincipal(owner), 'GET', path)
  await stop()
  expect(own.status).toBe(200)
  const asked = { userId: owner.userId, orgIds: [owner.orgId] }
  expect(own.body).toMatchObject({
    records: {
      'board.tasks': [
        { ...asked, cursor: null },
        { ...asked, cursor: 'second' },
      ],
      user: [{ id: owner.userId }],
      member: [{ userId: owner.userId, organizationId: owner.orgId, role: 'owner' }],
      session: [{ userId: owner.userId }],
      account: [{ userId: owner.userId, providerId: 'credential' }],
    },
  })
  const text = JSON.stringify(own.body)
  for (const secret of ['"token"', '"password"', other.userId, other.orgId])
    expect(text).not.toContain(secret)
  expect((await harness.as(toPrincipal(owner, { via: 'api_key' }), 'GET', path)).status).toBe(403)
})

test('exports the invitations of an address only if the address is verified', async () => {
  const [owner, guest] = [await harness.founder(), await harness.founder()]
  await owner.post('/api/auth/organization/invite-member', { email: guest.email, role: 'member' })
  const empty = { table: 'none', text: '', next: null }
  const services = userRows.map((rpc) => rpcHandler(rpc, async () => empty))
  const stop = await serveRpc(harness.bus, '0.0.0', services)
  const read = async () => (await harness.as(toPrincipal(guest), 'GET', '/api/me/export')).body
  expect(await read()).not.toHaveProperty('records.invitation')
  await harness.rows(`update "user" set "emailVerified" = true where id = '${guest.userId}'`)
  expect(await read()).toMatchObject({
    records: { invitation: [{ email: guest.email, organizationId: owner.orgId }] },
  })
  await stop()
})

test("returns an org's own settings to other services", async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  await harness.as(toPrincipal(owner), 'PATCH', orgs, chosen)
  const readSettings = async ({ orgId }: Founder) =>
    (await callRpc(harness.bus, OrgSettingsOf, { orgId })).settings
  expect([await readSettings(owner), await readSettings(other)]).toEqual([chosen, defaults])
})

test('keeps the settings that a change does not name, even when changes run at once', async () => {
  const owner = toPrincipal(await harness.founder())
  const parts = Object.entries(chosen).map(([name, value]) => ({ [name]: value }))
  const answers = await Promise.all(parts.map((part) => harness.as(owner, 'PATCH', orgs, part)))
  expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200))
  expect((await harness.as(owner, 'GET', orgs)).body).toEqual(chosen)
  const cleared = await harness.as(owner, 'PATCH', orgs, { logoUrl: null, brandColor: null })
  expect(cleared.body).toEqual({ ...chosen, logoUrl: null, brandColor: null })
  expect((await harness.as(owner, 'PATCH', orgs, {})).body).toEqual(cleared.body)
})

test("rejects a change of the org's settings by a member", async () => {
  const owner = await harness.founder()
  const refused = await harness.as(toPrincipal(owner, { role: 'member' }), 'PATCH', orgs, chosen)
  expect([refused.status, refused.at('code')]).toEqual([403, 'forbidden'])
  expect((await harness.as(toPrincipal(owner), 'GET', orgs)).body).toEqual(defaults)
})

const named = <T>(inputs: T[]) =>
  inputs.map((input) => [JSON.stringify(input).slice(0, 60), input] as const)

test.each(
  named<object>([
    { timezone: 'Mars/Olympus' },
    { timezone: '+01:00' },
    { timezone: 'SystemV/PST8' },
    { timezone: 'IST' },
    { timezone: `Europe/${'a'.repeat(500_000)}` },
    { timezone: null },
    { locale: 'not a locale' },
    { locale: 'de_AT' },
    { locale: 'a'.repeat(500_000) },
    { currency: 'eur' },
    { currency: 'ABC' },
    { logoUrl: 'javascript:alert(1)' },
    { logoUrl: '/logo.png' },
    { logoUrl: `https://example.test/${'a'.repeat(2_048)}` },
    { brandColor: 'red' },
    { brandColor: '#12345' },
    { brandColor: '#123456; background: url(//evil.example)' },
    { imprint: 'x'.repeat(5_001) },
    { imprint: null },
    { privacyUrl: 'http://example.test/privacy' },
    { privacyUrl: 'javascript:alert(1)' },
    { publicName: '' },
    { publicName: 'x'.repeat(201) },
    { unknown: 1 },
  ]),
)('rejects invalid org settings and changes nothing: %s', async (_, input) => {
  const owner = toPrincipal(await harness.founder())
  const refused = await harness.as(owner, 'PATCH', orgs, { currency: 'CHF', ...input })
  expect([refused.status, refused.at('code')]).toEqual([400, 'validation_failed'])
  expect((await harness.as(owner, 'GET', orgs)).body).toEqual(defaults)
})

test('stores settings and their event in one transaction', async () => {
  const owner = await harness.founder()
  const reject = `check (type <> 'settings.changed' or org_id <> '${owner.orgId}') not valid`
  await sql.raw(`alter table outbox add constraint no_change ${reject}`).execute(harness.db)
  try {
    const failed = await harness.as(toPrincipal(owner), 'PATCH', orgs, chosen)
    expect(failed.status).toBeGreaterThanOrEqual(400)
  } finally {
    await sql.raw('alter table outbox drop constraint no_change').execute(harness.db)
  }
  expect((await harness.as(toPrincipal(owner), 'GET', orgs)).body).toEqual(defaults)
})

test('deletes the settings with the org, and rejects changes afterwards', async () => {
  const founder = await harness.founder()
  const owner = toPrincipal(founder)
  await harness.as(owner, 'PATCH', orgs, chosen)
  expect((await harness.as(owner, 'DELETE', `/api/orgs/${founder.orgId}`)).status).toBe(204)
  expect((await harness.as(owner, 'PATCH', orgs, chosen)).status).toBe(404)
  const { rows } = await harness.rows(
    `select * from org_settings where org_id = '${founder.orgId}'`,
  )
  expect(rows).toEqual([])
})

test('falls back to the account and the active org if a user has set nothing', async () => {
  const founder = await harness.founder()
  const [user, other] = [toPrincipal(founder), toPrincipal(await harness.founder())]
  const followed = {
    notificationEmail: founder.email,
    timezone: 'UTC',
    locale: 'en',
    theme: 'system',
  }
  expect((await harness.as(user, 'GET', mine)).body).toEqual(followed)
  await harness.as(user, 'PATCH', orgs, chosen)
  expect((await harness.as(user, 'GET', mine)).body).toMatchObject({
    timezone: 'Europe/Berlin',
    locale: 'de-AT',
  })
  const own = {
    notificationEmail: 'inbox@example.test',
    timezone: 'Asia/Tokyo',
    locale: 'ja',
    theme: 'dark',
  }
  const changed = await harness.as(user, 'PATCH', mine, own)
  expect([changed.status, changed.body]).toEqual([200, own])
  expect((await harness.as({ ...user, orgId: null, role: null }, 'GET', mine)).body).toEqual(own)
  expect((await harness.as(other, 'GET', mine)).body).toMatchObject({
    timezone: 'UTC',
    theme: 'system',
  })
  const restored = await harness.as(user, 'PATCH', mine, {
    notificationEmail: null,
    timezone: null,
  })
  expect(restored.body).toEqual({
    ...own,
    notificationEmail: founder.email,
    timezone: 'Europe/Berlin',
  })
})

test.each(
  named<object>([
    { notificationEmail: 'nobody' },
    { notificationEmail: `${'a'.repeat(300)}@example.test` },
    { timezone: 'Nowhere' },
    { locale: '' },
    { theme: 'neon' },
    { theme: null },
    { currency: 'EUR' },
  ]),
)('rejects invalid user settings: %s', async (_, input) => {
  const user = toPrincipal(await harness.founder())
  const refused = await harness.as(user, 'PATCH', mine, { locale: 'ja', ...input })
  expect([refused.status, refused.at('code')]).toEqual([400, 'validation_failed'])
  expect((await harness.as(user, 'GET', mine)).at('locale')).toBe('en')
})

test("hides the creator's settings from an API key", async () => {
  const key = toPrincipal(await harness.founder(), { via: 'api_key', credentialId: 'key_1' })
  expect((await harness.as(key, 'GET', mine)).status).toBe(403)
  expect((await harness.as(key, 'PATCH', mine, { theme: 'dark' })).status).toBe(403)
})

test('sends notices to the address an owner has set', async () => {
  const founder = await harness.founder()
  await harness.as(toPrincipal(founder), 'PATCH', mine, { notificationEmail: 'inbox@example.test' })
  await harness.invite(founder, 'member')
  await eventually(async () => {
    const { rows } = await harness.rows<{ recipient: string }>(
      `select recipient from mail_queue where org_id = '${founder.orgId}' and key like 'joined:%'`,
    )
    expect(rows).toEqual([{ recipient: 'inbox@example.test' }])
  })
})

test("accepts only the organisation's own file as a logo, and protects it from release", async () => {
  const [owner, other] = [await harness.founder(), await harness.founder()]
  const toKey = ({ orgId }: Founder) => `${orgId}/pub/0c8f9d4e-6a1b-4c2d-8e3f-112233445566.png`
  const address = (key: string) => `https://api.example.test/api/assets/${key}`
  const refused = await harness.as(toPrincipal(owner), 'PATCH', orgs, {
    logoUrl: address(toKey(other)),
  })
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { code: 'foreign_asset', errors: [{ path: 'logoUrl' }] },
  ])
  expect((await harness.as(toPrincipal(owner), 'GET', orgs)).body).toEqual(defaults)
  const key = toKey(owner)
  const unused = `${owner.orgId}/pub/0c8f9d4e-6a1b-4c2d-8e3f-aaaaaaaaaaaa.png`
  const live = async ({ orgId }: Founder) =>
    (
      await callRpc(harness.bus, IdentityLiveAssets, {
        orgId,
        keys: [key, unused],
        releaseId: 'one',
      })
    ).live
  expect(await live(owner)).toEqual([])
  const logoUrl = address(key).toUpperCase().replace('HTTPS', 'https')
  const chooseLogo = (url: string | null) =>
    harness.as(toPrincipal(owner), 'PATCH', orgs, { logoUrl: url })
  // The file may still be deleted until the release round is settled.
  expect(await chooseLogo(logoUrl)).toMatchObject({ status: 409, body: { code: 'asset_released' } })
  const kept = { orgId: owner.orgId, releaseId: 'one', released: [], kept: [key, unused] }
  await callRpc(harness.bus, IdentityReleaseSettled, kept)
  expect((await chooseLogo(logoUrl)).status).toBe(200)
  expect([await live(owner), await live(other)]).toEqual([[key], []])
  const candidates = async () =>
    (
      await sql<{ asset_key: string }>`select asset_key from release_candidates
        where org_id = ${owner.orgId} and due_at > now() + interval '50 minutes'`.execute(
        harness.db,
      )
    ).rows
  expect(await candidates()).toEqual([])
  expect((await chooseLogo(null)).status).toBe(200)
  expect([await live(owner), await candidates()]).toEqual([[], [{ asset_key: key }]])
})

test('rejects a released member picture, and frees a picture when it is replaced', async () => {
  const owner = await harness.founder()
  const [old, gone] = ['a', 'b'].map(
    (digit) => `${owner.orgId}/pub/0c8f9d4e-6a1b-4c2d-8e3f-${digit.repeat(12)}.png`,
  ) as [string, string]
  const choose = (key: string) =>
    owner.post('/api/auth/update-user', { image: `https://api.example/api/assets/${key}` })
  expect((await choose(old)).status).toBe(200)
  const round = { orgId: owner.orgId, releaseId: 'two' }
  await callRpc(harness.bus, IdentityLiveAssets, { ...round, keys: [old, gone] })
  await callRpc(harness.bus, IdentityReleaseSettled, { ...round, released: [gone], kept: [] })
  const refused = await choose(gone)
  expect([refused.status, refused.at('code')]).toEqual([409, 'asset_released'])
  // A stranger's picture of this file must not count.
  const stranger = await harness.founder()
  expect(
    (await stranger.post('/api/auth/update-user', { image: `https://x.example/${old}` })).status,
  ).toBe(200)
  expect((await stranger.post('/api/auth/update-user', { image: null })).status).toBe(200)
  const candidates = () =>
    sql<{
      asset_key: string
    }>`select asset_key from release_candidates where org_id = ${owner.orgId}`.execute(harness.db)
  expect((await candidates()).rows).toEqual([])
  expect((await owner.post('/api/auth/update-user', { image: null })).status).toBe(200)
  expect((await candidates()).rows).toEqual([{ asset_key: old }])
})

test('rejects a logo that cannot be drawn, and accepts it if the check fails', async () => {
  const owner = toPrincipal(await harness.founder())
  const logoUrl = 'https://example.test/logo.txt'
  const stop = await serveRpc(harness.bus, '0.0.0', [
    rpcHandler(CheckLogo, async ({ url }) => ({
      logo: url === logoUrl ? ('unreadable' as const) : ('drawable' as const),
    })),
  ])
  try {
    const refused = await harness.as(owner, 'PATCH', orgs, { logoUrl, locale: 'de' })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'validation_failed', errors: [{ path: 'logoUrl' }] },
    ])
    expect((await harness.as(owner, 'GET', orgs)).body).toEqual(defaults)
    const drawn = await harness.as(owner, 'PATCH', orgs, {
      logoUrl: 'https://example.test/logo.png',
    })
    expect(drawn.status).toBe(200)
  } finally {
    await stop()
  }
  expect((await harness.as(owner, 'PATCH', orgs, { logoUrl })).status).toBe(200)
})

test('rejects a change if the settings have changed since, and keeps the newer values', async () => {
  const owner = toPrincipal(await harness.founder())
  const read = await harness.as(owner, 'GET', orgs)
  const etag = read.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const patch = (body: object, version: string) => harness.as(owner, 'PATCH', orgs, body, version)
  const first = await patch({ currency: 'CHF' }, etag)
  expect(first.status).toBe(200)
  const late = await patch({ locale: 'fr' }, etag)
  expect(late).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect((await harness.as(owner, 'GET', orgs)).body).toEqual({ ...defaults, currency: 'CHF' })
  expect((await patch({ locale: 'fr' }, first.headers.get('etag') ?? '')).status).toBe(200)
  const atOnce = await Promise.all(
    ['DKK', 'SEK', 'NOK'].map((currency) => patch({ currency }, '*')),
  )
  expect(atOnce.map(({ status }) => status)).toEqual([200, 200, 200])
  const { headers } = await harness.as(owner, 'GET', orgs)
  const races = await Promise.all(
    ['USD', 'GBP', 'JPY'].map((currency) => patch({ currency }, headers.get('etag') ?? '')),
  )
  expect(races.filter(({ status }) => status === 200)).toHaveLength(1)
})

test("rejects a change of the user's settings only if another window changed them since", async () => {
  const founder = await harness.founder()
  const person = toPrincipal(founder)
  const read = await harness.as(person, 'GET', mine)
  const etag = read.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const patch = (body: object, version: string) => harness.as(person, 'PATCH', mine, body, version)
  // A change of the organisation's defaults does not count as a change by the user.
  expect((await harness.as(person, 'PATCH', orgs, { locale: 'de' })).status).toBe(200)
  const first = await patch({ timezone: 'Europe/Lisbon' }, etag)
  expect([first.status, first.body]).toMatchObject([
    200,
    { timezone: 'Europe/Lisbon', locale: 'de' },
  ])
  expect(await patch({ theme: 'dark' }, etag)).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  })
  const kept = await harness.as(person, 'GET', mine)
  expect(kept.body).toMatchObject({ timezone: 'Europe/Lisbon', theme: 'system' })
  expect(kept.headers.get('etag')).toBe(first.headers.get('etag'))
  const races = await Promise.all(
    ['fr', 'it', 'es'].map((locale) => patch({ locale }, kept.headers.get('etag') ?? '')),
  )
  expect(races.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await harness.as(person, 'PATCH', mine, { theme: 'dark' })).status).toBe(200)
  const other = toPrincipal(await harness.founder())
  expect((await harness.as(other, 'GET', mine)).headers.get('etag')).not.toBe(etag)
})
