import { maxBodyBytes, maxJsonValues } from '@atrium/http'
import { oneLine } from '@atrium/mailer'
import { expectLinear } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signinConfig } from '../src/auth/sign-in/signin-provider.ts'
import { apiKeyHash, readSessionToken } from '../src/principal/credentials.ts'
import { readSessionCookie } from '../src/principal/session-cookie.ts'
import { type Founder, type Harness, startHarness } from './harness.ts'

// Leaves room for the other fields.
const largest = maxBodyBytes - 512
// Node rejects more than 16 KiB of headers including the request line, and the harness sends some
// headers as well.
const largestQuery = 15_000
const times = 10

let harness: Harness
let owner: Founder
beforeAll(async () => {
  harness = await startHarness({ DASHBOARD_URL: 'https://app.example.test/base' })
  owner = await harness.founder()
})
afterAll(() => harness?.stop())

/** Returns a text that takes at most `size` bytes in JSON. */
const fill = (unit: string, size: number): string =>
  unit.repeat(Math.floor(size / (Buffer.byteLength(JSON.stringify(unit)) - 2)))

/** Units whose repetition makes a backtracking regular expression retry at every position. */
const units = ['a', ' ', '.', '/', '@a.', 'a@', '%41', '%', '\u0301', '\u0000', '&a=', '//..']
const own = 'https://app.example.test/'

const account = { name: 'A', email: 'a@example.test', password: 'a long password' }
const fields: ReadonlyArray<
  readonly [path: string, field: string, others: object, start?: string]
> = [
  ['/sign-up/email', 'name', account],
  ['/sign-up/email', 'email', account],
  ['/sign-up/email', 'password', account],
  ['/sign-up/email', 'unknown', { ...account, password: 'short' }],
  ['/sign-in/email', 'email', account],
  ['/sign-in/email', 'password', account],
  ['/sign-in/email', 'callbackURL', account],
  ['/sign-in/email', 'callbackURL', account, '/'],
  ['/sign-in/email', 'callbackURL', account, own],
  ['/sign-in/social', 'provider', {}],
  ['/update-user', 'name', {}],
  ['/update-user', 'image', {}],
  ['/change-password', 'currentPassword', { newPassword: 'a long password' }],
  ['/change-email', 'newEmail', {}],
  ['/delete-user', 'password', {}],
  ['/request-password-reset', 'email', {}],
  ['/request-password-reset', 'redirectTo', { email: 'a@example.test' }, own],
  ['/reset-password', 'token', { newPassword: 'a long password' }],
  ['/send-verification-email', 'callbackURL', { email: 'a@example.test' }, own],
  ['/organization/create', 'name', { slug: 'slug' }],
  ['/organization/create', 'slug', { name: 'Name' }],
  ['/organization/create', 'logo', { name: 'Name', slug: 'slug' }],
  ['/organization/check-slug', 'slug', {}],
  ['/organization/set-active', 'organizationSlug', {}],
  ['/organization/invite-member', 'email', { role: 'member' }],
  ['/organization/invite-member', 'role', { email: 'a@example.test' }],
  ['/organization/remove-member', 'memberIdOrEmail', {}],
  ['/organization/accept-invitation', 'invitationId', {}],
  ['/api-key/create', 'name', {}],
  ['/api-key/delete', 'keyId', {}],
  ['/passkey/verify-authentication', 'unknown', { response: { id: 'a' } }],
]

describe.each(fields.map(([path, field, others, start = '']) => ({ path, field, others, start })))(
  'POST /api/auth$path',
  ({ path, field, others, start }) => {
    test(`handles a long \`${field}\` after ${JSON.stringify(start)} in linear time`, async () => {
      for (const unit of units) {
        await expectLinear(`${path} ${field} of ${JSON.stringify(unit)}`, largest, (size) => {
          const body = JSON.stringify({ ...others, [field]: start + fill(unit, size) })
          return async () => {
            const { status } = await owner.post(`/api/auth${path}`, body)
            expect([200, 400, 401, 403, 404]).toContain(status)
          }
        })
      }
    })
  },
)

const metadata: Record<string, (size: number) => string> = {
  'lists in lists': (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  escapes: (size) => `"${'\\u0041'.repeat(size / 6)}"`,
  'many values': (size) => `[${'1,'.repeat(Math.min(size / 2, maxJsonValues - 100))}1]`,
  'many names': (size) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: size / 16 }, (_, n) => [`name-${n}`, 1])),
    ),
}

test.each(Object.entries(metadata))('handles `metadata` of %s in linear time', (name, fillWith) =>
  expectLinear(name, largest, (size) => {
    const body = `{"name":"Name","slug":"slug","metadata":{"a":${fillWith(size)}}}`
    return async () =>
      expect((await owner.post('/api/auth/organization/create', body)).status).toBe(400)
  }),
)

test.each(['a=1&', '&', '%41', '+'])('handles a form of %s in linear time', (unit) =>
  expectLinear(unit, largest, (size) => {
    const body = fill(unit, size)
    return async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const path of ['sign-in/email', 'callback/signin']) {
        expect((await owner.post(`/api/auth/${path}`, body, headers)).status).toBeLessThan(500)
      }
    }
  }),
)

const queries = [
  '/verify-email?token=',
  '/verify-email?token=a&callbackURL=/',
  `/verify-email?token=a&callbackURL=${own}`,
  `/reset-password/token?callbackURL=${own}`,
  '/reset-password/',
  '/get-session?disableCookieCache=',
  '/callback/signin?code=a&state=',
  '/callback/signin?error=a&error_description=',
  '/error?error=',
  '/organization/list-members?filterField=',
  '/organization/get-full-organization?organizationSlug=',
  '/organization/get-invitation?id=',
  '/api-key/list?sortBy=',
  '/api-key/get?id=',
]

test.each(queries)('handles GET /api/auth%s in linear time', async (path) => {
  for (const unit of ['a', '.', '/', '@a.', '%41', '%25', '&a=', '//..', '%20', '%CC%81']) {
    await expectLinear(`${path} of ${unit}`, largestQuery, (size) => async () => {
      for (let turn = 0; turn < times; turn += 1) {
        const { status } = await owner.get(`/api/auth${path}${fill(unit, size)}`)
        expect(status).toBeLessThan(500)
      }
    })
  }
})

test.each(['; ', 'atrium.session_token', 'atrium.session_token=a;', '%41', '.', '='])(
  'reads credentials in linear time: %s',
  async (unit) => {
    await expectLinear(`cookie of ${unit}`, largest, (size) => {
      const text = fill(unit, size)
      return () => {
        readSessionToken(readSessionCookie(text) ?? text, 'secret')
        apiKeyHash(`atr_${text}`)
      }
    })
  },
)

test.each(units)('writes names into mails and accounts in linear time: %j', async (unit) => {
  const { mapProfileToUser } = signinConfig({
    clientId: 'id',
    clientSecret: 'secret',
    issuer: 'https://id.example.test',
    authentication: 'post',
  })
  await expectLinear(`name of ${unit}`, largest, (size) => {
    const name = fill(unit, size)
    return () => {
      oneLine(name, 80)
      mapProfileToUser({ name, email: name, given_name: name, family_name: name })
    }
  })
})
