import { createAuthenticator, createTotp } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { type Member, origin, password, startHarness } from '../../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness?.stop())

const base = '/api/auth'
const readOutcome = async (session: string) =>
  (await harness.resolve({ sessionCookie: session })).outcome

/** Sets up a second factor for a user and returns its URI and recovery codes. */
async function secured(user: Member) {
  const enabled = await user.post(`${base}/two-factor/enable`, { password, issuer: 'Evil' })
  expect(enabled.status, enabled.text).toBe(200)
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] }
  const verified = await user.post(`${base}/two-factor/verify-totp`, { code: createTotp(totpURI) })
  expect(verified.status, verified.text).toBe(200)
  return { totpURI, backupCodes }
}

/** Returns a browser that has passed the password step. */
async function halfway(email: string) {
  const browser = harness.browser()
  const answer = await browser.post(`${base}/sign-in/email`, { email, password })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
  ])
  expect(browser.session()).toBe('')
  return browser
}
const toWrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 5) % 10))

test('requires an authenticator code after the password', async () => {
  const ada = await harness.founder()
  const { totpURI } = await secured(ada)
  expect(new URL(totpURI).searchParams.get('issuer')).toBe('Atrium')
  expect(await harness.resolve({ sessionCookie: ada.session() })).toMatchObject({
    principal: { userId: ada.userId, orgId: ada.orgId },
  })
  const browser = await halfway(ada.email)
  expect((await browser.get(`${base}/get-session`)).text).toBe('null')
  const refused = await browser.post(`${base}/two-factor/verify-totp`, {
    code: toWrong(createTotp(totpURI)),
  })
  expect([refused.status, refused.at('code')]).toEqual([401, 'invalid_credentials'])
  expect(browser.session()).toBe('')
  const accepted = await browser.post(`${base}/two-factor/verify-totp`, {
    code: createTotp(totpURI),
  })
  expect(accepted.status, accepted.text).toBe(200)
  expect(await harness.resolve({ sessionCookie: browser.session() })).toMatchObject({
    principal: { userId: ada.userId, orgId: ada.orgId },
  })
})

test('signs in once per authenticator code, even with concurrent requests', async () => {
  const ada = await harness.signUp()
  const { totpURI } = await secured(ada)
  const browsers = await Promise.all(Array.from({ length: 4 }, () => halfway(ada.email)))
  const code = createTotp(totpURI)
  const answers = await Promise.all(
    browsers.map((browser) => browser.post(`${base}/two-factor/verify-totp`, { code })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  const refused = answers.find(({ status }) => status === 401)
  expect(refused?.at('code')).toBe('invalid_credentials')
  const outcomes = await Promise.all(
    browsers.map((browser) => (browser.session() === '' ? 'none' : readOutcome(browser.session()))),
  )
  expect(outcomes.filter((outcome) => outcome === 'authenticated')).toHaveLength(1)
})

test('requires no code until the factor is confirmed, and the password to enable it', async () => {
  const ada = await harness.signUp()
  expect(
    (await ada.post(`${base}/two-factor/enable`, { password: 'a wrong password' })).status,
  ).toBe(400)
  expect((await harness.browser().post(`${base}/two-factor/enable`, { password })).status).toBe(401)
  expect((await ada.post(`${base}/two-factor/enable`, { password })).status).toBe(200)
  expect((await harness.signIn(ada.email)).userId).toBe(ada.userId)
})

test('ends a sign-in after five wrong codes', async () => {
  const ada = await harness.signUp()
  const { totpURI } = await secured(ada)
  const browser = await halfway(ada.email)
  const verify = (code: string) => browser.post(`${base}/two-factor/verify-totp`, { code })
  for (let n = 0; n < 5; n += 1)
    expect((await verify(toWrong(createTotp(totpURI)))).status).toBe(401)
  expect((await verify(createTotp(totpURI))).status).toBeGreaterThanOrEqual(400)
  expect(browser.session()).toBe('')
  expect(
    (
      await (
        await halfway(ada.email)
      ).post(`${base}/two-factor/verify-totp`, { code: 'x'.repeat(65) })
    ).status,
  ).toBe(400)
})

test('locks the second factor after ten wrong codes in a row and says how long to wait', async () => {
  const ada = await harness.signUp()
  const { totpURI } = await secured(ada)
  for (let turn = 0; turn < 2; turn += 1) {
    const browser = await halfway(ada.email)
    for (let n = 0; n < 5; n += 1) {
      await browser.post(`${base}/two-factor/verify-totp`, { code: toWrong(createTotp(totpURI)) })
    }
  }
  const locked = await (await halfway(ada.email)).post(`${base}/two-factor/verify-totp`, {
    code: createTotp(totpURI),
  })
  expect([locked.status, locked.at('code')]).toEqual([429, 'rate_limited'])
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('signs in only once with a recovery code', async () => {
  const ada = await harness.signUp()
  const { backupCodes } = await secured(ada)
  expect(backupCodes).toHaveLength(10)
  const [code] = backupCodes
  const browser = await halfway(ada.email)
  const accepted = await browser.post(`${base}/two-factor/verify-backup-code`, { code })
  expect(accepted.status, accepted.text).toBe(200)
  expect(await readOutcome(browser.session())).toBe('authenticated')
  const again = await halfway(ada.email)
  const refused = await again.post(`${base}/two-factor/verify-backup-code`, { code })
  expect([refused.status, refused.at('code')]).toEqual([401, 'invalid_credentials'])
  expect(again.session()).toBe('')
})

test('stores neither the secret nor the recovery codes in the clear', async () => {
  const ada = await harness.signUp()
  const { backupCodes, totpURI } = await secured(ada)
  const { rows } = await harness.rows<object>(
    `select * from "twoFactor" where "userId" = '${ada.userId}'`,
  )
  const stored = JSON.stringify(rows)
  expect(rows).toHaveLength(1)
  for (const code of backupCodes) expect(stored).not.toContain(code)
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expect(stored).not.toContain(secret)
})

test('removes a second factor only if the password is right', async () => {
  const ada = await harness.signUp()
  await secured(ada)
  expect(
    (await ada.post(`${base}/two-factor/disable`, { password: 'a wrong password' })).status,
  ).toBe(400)
  await halfway(ada.email)
  expect((await ada.post(`${base}/two-factor/disable`, { password })).status).toBe(200)
  expect((await harness.signIn(ada.email)).userId).toBe(ada.userId)
})

test('requires no code when the user signs in with a passkey', async () => {
  const ada = await harness.signUp()
  const passkey = createAuthenticator()
  const options = await ada.get(`${base}/passkey/generate-register-options`)
  const response = passkey.register({
    challenge: options.at('challenge'),
    rpId: 'localhost',
    origin,
  })
  await ada.post(`${base}/passkey/verify-registration`, { response })
  await secured(ada)
  const browser = harness.browser()
  const asked = await browser.get(`${base}/passkey/generate-authenticate-options`)
  const signed = passkey.authenticate({
    challenge: asked.at('challenge'),
    rpId: 'localhost',
    origin,
  })
  const answer = await browser.post(`${base}/passkey/verify-authentication`, { response: signed })
  expect(answer.status, answer.text).toBe(200)
  expect(await readOutcome(browser.session())).toBe('authenticated')
})
