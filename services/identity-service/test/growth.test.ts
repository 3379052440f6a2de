import { oneLine } from '@atrium/mailer'
import { expectLinear } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signinConfig } from '../src/auth/signin-provider.ts'
import { apiKeyHash, sessionTokenOf } from '../src/principal/credentials.ts'
import { sessionCookieOf } from '../src/principal/session-cookie.ts'
import { type Founder, type Harness, startHarness } from './harness.ts'

// A body has at most 1 MiB, the JSON around the value included.
const largest = 1_000_000

let harness: Harness
let owner: Founder
beforeAll(async () => {
  harness = await startHarness({ DASHBOARD_URL: 'https://app.example.test/base' })
  owner = await harness.founder()
})
afterAll(() => harness?.stop())

const repeated = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length))

/** Units whose repetition makes a backtracking reader try again at every place. */
const units = ['a', ' ', '.', '/', '@a.', 'a@', '%41', '%', '\u0301', '\u0000', '&a=', '//..']

const fields: ReadonlyArray<readonly [path: string, field: string, more: object]> = [
  ['/sign-up/email', 'name', { email: 'a@example.test', password: 'a long password' }],
  ['/sign-up/email', 'email', { name: 'A', password: 'a long password' }],
  ['/sign-in/email', 'email', { password: 'a long password' }],
  ['/sign-in/email', 'callbackURL', { email: 'a@example.test', password: 'a long password' }],
  ['/update-user', 'name', {}],
  ['/update-user', 'image', {}],
  ['/request-password-reset', 'email', {}],
  ['/request-password-reset', 'redirectTo', { email: 'a@example.test' }],
  ['/send-verification-email', 'callbackURL', { email: 'a@example.test' }],
  ['/organization/create', 'name', { slug: 'slug' }],
  ['/organization/create', 'slug', { name: 'Name' }],
  ['/organization/create', 'logo', { name: 'Name', slug: 'slug' }],
  ['/organization/set-active', 'organizationSlug', {}],
  ['/organization/invite-member', 'email', { role: 'member' }],
  ['/organization/remove-member', 'memberIdOrEmail', {}],
  ['/organization/accept-invitation', 'invitationId', {}],
  ['/api-key/create', 'name', {}],
  ['/api-key/delete', 'keyId', {}],
]

describe.each(fields)('POST /api/auth%s', (path, field, more) => {
  test(`the work of a long ${field} grows with its length`, async () => {
    for (const unit of units) {
      await expectLinear(`${path} ${field} of ${JSON.stringify(unit)}`, largest / 8, (size) => {
        const body = JSON.stringify({ ...more, [field]: repeated(unit, size).slice(0, size) })
        return async () => {
          const { status } = await owner.post(`/api/auth${path}`, body)
          expect(status).toBeLessThan(500)
        }
      })
    }
  })
})

test('the work of a deep or long `metadata` grows with its length', async () => {
  for (const metadata of [
    (size: number) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    (size: number) => `{"a":${JSON.stringify(repeated('\\', size / 4))}}`,
  ]) {
    await expectLinear('metadata', largest / 100, (size) => async () => {
      const { status } = await owner.post(
        '/api/auth/organization/create',
        `{"name":"Name","slug":"slug","metadata":{"a":${metadata(size)}}}`,
      )
      expect(status).toBeLessThan(500)
    })
  }
})

test.each(['; ', 'atrium.session_token', 'atrium.session_token=a;', '%41', '.', '='])(
  'the work of reading credentials grows with their length: %s',
  async (unit) => {
    await expectLinear(`cookie of ${unit}`, largest, (size) => {
      const text = repeated(unit, size)
      return () => {
        sessionTokenOf(sessionCookieOf(text) ?? text, 'secret')
        apiKeyHash(`atr_${text}`)
      }
    })
  },
)

test.each(units)(
  'the work of writing names into mails and accounts grows with their length: %j',
  async (unit) => {
    const { mapProfileToUser } = signinConfig({
      ...{
        clientId: 'id',
        clientSecret: 'secret',
        issuer: 'https://id.example.test',
        authentication: 'post',
      },
    })
    await expectLinear(`name of ${unit}`, largest, (size) => {
      const name = repeated(unit, size)
      return () => {
        oneLine(name, 80)
        mapProfileToUser({ name, email: name, given_name: name, family_name: name })
      }
    })
  },
)
