import { createClient } from '@atrium/sdk'
import { createTotp } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Opens a browser at the gateway. The browser keeps its cookies. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(platform.baseUrl + path, {
      method,
      headers: {
        origin: platform.baseUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    get: (path: string) => ask('GET', path),
    auth: (path: string, body: object = {}) => ask('POST', `/api/auth${path}`, body),
    remove: (path: string) => ask('DELETE', path),
    isSignedIn: async () => (await ask('GET', '/api/me')).status === 200,
  }
}

type Browser = ReturnType<typeof openBrowser>

const password = 'correct horse battery'
const signInWith = (browser: Browser, email: string, secret = password) =>
  browser.auth('/sign-in/email', { email, password: secret })

test('adds a second factor to an account, changes its address and password, and deletes it', async () => {
  const email = 'keeper@example.com'
  const home = openBrowser()
  expect(await home.auth('/sign-up/email', { name: 'Keeper', email, password })).toMatchObject({
    status: 200,
  })
  const org = await home.auth('/organization/create', { name: 'Lighthouse', slug: 'lighthouse' })
  expect(org.status).toBe(200)
  const before = openBrowser()
  expect((await signInWith(before, email)).status).toBe(200)

  const enabled = await home.auth('/two-factor/enable', { password })
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] }
  expect((await home.auth('/two-factor/verify-totp', { code: createTotp(totpURI) })).status).toBe(
    200,
  )
  expect(await home.isSignedIn()).toBe(true)

  const phone = openBrowser()
  expect((await signInWith(phone, email)).body).toMatchObject({ twoFactorRedirect: true })
  const sdk = createClient({ baseUrl: platform.baseUrl })
  expect(await sdk.auth.signIn({ email, password })).toEqual({
    twoFactorRedirect: true,
    twoFactorMethods: ['totp'],
  })
  expect(await phone.isSignedIn()).toBe(false)
  expect((await phone.auth('/two-factor/verify-totp', { code: createTotp(totpURI) })).status).toBe(
    200,
  )
  expect(await phone.isSignedIn()).toBe(true)

  const recovery = { code: backupCodes[0] }
  const lost = openBrowser()
  await signInWith(lost, email)
  expect((await lost.auth('/two-factor/verify-backup-code', recovery)).status).toBe(200)
  const again = openBrowser()
  await signInWith(again, email)
  expect((await again.auth('/two-factor/verify-backup-code', recovery)).status).toBe(401)
  expect(await again.isSignedIn()).toBe(false)

  const sessions = (await home.get('/api/auth/list-sessions')).body as unknown as {
    token: string
    current: boolean
  }[]
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(sessions).toHaveLength(4)
  expect((await home.auth('/revoke-other-sessions')).status).toBe(200)
  for (const browser of [before, phone, lost]) expect(await browser.isSignedIn()).toBe(false)

  const moved = 'keeper-of-the-light@example.com'
  expect((await home.auth('/change-email', { newEmail: moved })).status).toBe(200)
  expect((await home.get('/api/me')).body).toMatchObject({ user: { email: moved } })
  expect((await signInWith(openBrowser(), email)).status).toBe(401)
  const newPassword = 'another long password'
  const wrong = await home.auth('/change-password', { currentPassword: 'not the one', newPassword })
  expect(wrong.status).toBe(400)
  expect(
    (await home.auth('/change-password', { currentPassword: password, newPassword })).status,
  ).toBe(200)
  expect((await signInWith(openBrowser(), moved)).status).toBe(401)

  const owner = await home.auth('/delete-user', { password: newPassword })
  expect(owner).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  expect(await home.isSignedIn()).toBe(true)
  expect((await home.remove(`/api/orgs/${org.body['id']}`)).status).toBe(204)
  expect((await home.auth('/delete-user', { password })).status).toBe(400)
  expect((await home.auth('/delete-user', { password: newPassword })).status).toBe(200)
  expect(await home.isSignedIn()).toBe(false)
  expect((await signInWith(openBrowser(), moved, newPassword)).status).toBe(401)

  const lines = platform.log.lines.map(
    (line) => JSON.parse(line) as { level: number; status?: number },
  )
  expect(lines.filter(({ level, status = 0 }) => level >= 50 || status >= 500)).toEqual([])
  for (const secret of [password, newPassword, recovery.code ?? '']) {
    expect(platform.log.lines.join('\n')).not.toContain(secret)
  }
})
