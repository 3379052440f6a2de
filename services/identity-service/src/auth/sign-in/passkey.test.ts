import { createAuthenticator } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { type Browser, origin, startHarness } from '../../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const base = '/api/auth/passkey'

async function registered() {
  const ada = await harness.signUp()
  const authenticator = createAuthenticator()
  const options = await ada.get(`${base}/generate-register-options`)
  expect(options.body).toMatchObject({ rp: { id: 'localhost', name: 'Atrium' } })
  const response = authenticator.register({
    challenge: options.at('challenge'),
    rpId: 'localhost',
    origin,
  })
  const verified = await ada.post(`${base}/verify-registration`, { response, name: 'Laptop' })
  expect(verified.status, verified.text).toBe(200)
  expect(verified.at('id')).toMatch(/^pky_[0-9a-f]{32}$/)
  return { ada, authenticator }
}

async function challenge(browser: Browser): Promise<string> {
  const options = await browser.get(`${base}/generate-authenticate-options`)
  expect(options.at('rpId')).toBe('localhost')
  return options.at('challenge')
}

test('signs in with a registered passkey', async () => {
  const { ada, authenticator } = await registered()
  const elsewhere = harness.browser()
  const response = authenticator.authenticate({
    challenge: await challenge(elsewhere),
    rpId: 'localhost',
    origin,
  })
  const answer = await elsewhere.post(`${base}/verify-authentication`, { response })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({ session: { userId: ada.userId }, user: { id: ada.userId } })
  expect(answer.text).not.toContain('signedUpAsAdmin')
  expect(await harness.resolve({ sessionCookie: elsewhere.session() })).toMatchObject({
    principal: { userId: ada.userId },
  })
})

test('opens no session if the signature is reused or made for another origin, party or challenge', async () => {
  const { authenticator } = await registered()
  const attempt = async (change: Partial<{ origin: string; rpId: string; challenge: string }>) => {
    const browser = harness.browser()
    const ceremony = { challenge: await challenge(browser), rpId: 'localhost', origin, ...change }
    const response = authenticator.authenticate(ceremony)
    return {
      browser,
      response,
      answer: await browser.post(`${base}/verify-authentication`, { response }),
    }
  }
  for (const change of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' },
  ]) {
    const { browser, answer } = await attempt(change)
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(browser.session()).toBe('')
  }
  const { browser, response, answer } = await attempt({})
  expect(answer.status, answer.text).toBe(200)
  browser.cookies.delete('atrium.session_token')
  const replayed = await browser.post(`${base}/verify-authentication`, { response })
  expect(replayed.status).toBeGreaterThanOrEqual(400)
  expect(replayed.status).toBeLessThan(500)
  expect(browser.session()).toBe('')
})

test("hides another user's passkeys, and registers none without a session", async () => {
  const { ada } = await registered()
  const stranger = await harness.signUp()
  const list = await ada.get(`${base}/list-user-passkeys`)
  const id = list.at('0.id')
  expect(list.body).toMatchObject([{ name: 'Laptop', userId: ada.userId }])
  expect((await stranger.get(`${base}/list-user-passkeys`)).body).toEqual([])
  expect((await stranger.post(`${base}/delete-passkey`, { id })).status).toBeGreaterThanOrEqual(400)
  expect(
    (await stranger.post(`${base}/update-passkey`, { id, name: 'Mine' })).status,
  ).toBeGreaterThanOrEqual(400)
  expect((await harness.browser().get(`${base}/generate-register-options`)).status).toBe(401)
  expect((await ada.get(`${base}/list-user-passkeys`)).body).toMatchObject([{ id, name: 'Laptop' }])
  expect((await ada.post(`${base}/delete-passkey`, { id })).status).toBe(200)
  expect((await ada.get(`${base}/list-user-passkeys`)).body).toEqual([])
})
