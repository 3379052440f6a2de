import { readdir, readFile } from 'node:fs/promises'
import { eventually } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { giveGrant, readGrants } from '../../../test/grants.ts'
import { type Member, password, startHarness } from '../../../test/harness.ts'
import { createPasswordHashing } from './password-hashing.ts'

const harness = await startHarness({}, createPasswordHashing)
afterAll(() => harness.stop())

const readOutcome = async (session: string) =>
  (await harness.resolve({ sessionCookie: session })).outcome
const change = (browser: Member, body: object = {}) =>
  browser.post('/api/auth/change-password', {
    currentPassword: password,
    newPassword: 'another long password',
    ...body,
  })

test.each([{}, { revokeOtherSessions: false }, { revokeOtherSessions: true }])(
  'ends every session but the current one when the password changes, with %j',
  async (asked) => {
    const ada = await harness.founder()
    const later = await ada.post('/api/auth/organization/create', {
      name: 'Later',
      slug: `pw-${ada.userId}`,
    })
    const elsewhere = await harness.signIn(ada.email)
    const session = ada.session()
    const stranger = await harness.signUp()
    expect((await change(ada, asked)).status).toBe(200)
    expect(await readOutcome(elsewhere.session())).toBe('rejected')
    expect(await harness.resolve({ sessionCookie: session })).toMatchObject({
      principal: { userId: ada.userId, orgId: later.at('id'), role: 'owner' },
    })
    expect(await readOutcome(ada.session())).toBe('authenticated')
    expect(await readOutcome(stranger.session())).toBe('authenticated')
  },
)

test('ends no session if the change is rejected', async () => {
  const ada = await harness.signUp()
  const elsewhere = await harness.signIn(ada.email)
  expect((await change(ada, { currentPassword: 'a wrong password' })).status).toBe(400)
  expect((await change(ada, { newPassword: 'short' })).status).toBe(400)
  for (const browser of [ada, elsewhere])
    expect(await readOutcome(browser.session())).toBe('authenticated')
})

test('stores no usable reset token, and ends sessions and assistants when the password is reset', async () => {
  const [ada, other] = [await harness.founder(), await harness.founder()]
  await harness.browser().post('/api/auth/request-password-reset', { email: ada.email })
  const text = await eventually(async () => {
    const { rows } = await harness.rows<{ text: string }>(
      `select text from mail_queue where recipient = '${ada.email}' and key like 'reset:%' and text <> ''`,
    )
    const [mail] = rows
    if (mail !== undefined) return mail.text
    // The sender was faster, so the only copy is in the outbox.
    return outboxMailTo(ada.email)
  })
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
  expect(token.length).toBeGreaterThan(16)
  const { rows } = await harness.rows<{ identifier: string; value: string }>(
    `select identifier, value from verification where value like '%${ada.userId}%'`,
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  const [stored] = rows
  for (const guess of [stored?.identifier, stored?.identifier.replace('reset-password:', '')]) {
    const stolen = await harness
      .browser()
      .post('/api/auth/reset-password', { token: guess, newPassword: 'another long password' })
    expect(stolen.status).toBe(400)
  }
  const [elsewhere, key] = [await harness.signIn(ada.email), ada.session()]
  await giveGrant(harness, ada.userId, ada.orgId)
  await giveGrant(harness, other.userId, other.orgId)
  expect(await readGrants(harness, ada.userId)).toHaveLength(1)
  const reset = await harness
    .browser()
    .post('/api/auth/reset-password', { token, newPassword: 'another long password' })
  expect(reset.status, reset.text).toBe(200)
  for (const session of [elsewhere.session(), key])
    expect(await readOutcome(session)).toBe('rejected')
  expect(await readGrants(harness, ada.userId)).toEqual([])
  expect(await readGrants(harness, other.userId)).toHaveLength(1)
})

async function outboxMailTo(address: string): Promise<string> {
  for (const file of await readdir(harness.outbox)) {
    const text = file.endsWith('.json') ? await readFile(`${harness.outbox}/${file}`, 'utf8') : ''
    if (text.includes(address) && text.includes('reset-password')) return text
  }
  throw new Error('no mail yet')
}
