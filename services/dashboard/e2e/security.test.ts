import { totpOf } from '@atrium/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'
import { expectFineInEveryLook } from './looks.ts'
import { type newPerson, signUp } from './person.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let browser: Browser
beforeAll(async () => {
  ;[platform, browser] = await Promise.all([startPlatform(), launchBrowser()])
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name, exact: true })

/** Signs in up to the second step. */
async function halfway(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.goto(`${platform.url}/sign-in`)
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a second factor is turned on, asked for at the sign-in, and replaced by a recovery code once', async () => {
  const { page, expectClean } = await openPage(browser)
  const person = await signUp(page, platform.url)
  await page.goto(`${platform.url}/settings/security`)
  await page.getByText('No passkey yet.').waitFor()
  await page.getByText('This browser').waitFor()
  await expectFineInEveryLook(page, 'settings-security')
  await page.getByRole('button', { name: 'Turn on the second factor' }).click()
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor()
  await expectFineInEveryLook(page, 'settings-authenticator')
  const secret = (await page.locator('code[data-secret]').textContent())?.replaceAll(' ', '') ?? ''
  const address = `otpauth://totp/Atrium?secret=${secret}`
  await page.getByLabel('Code', { exact: true }).fill(totpOf(address))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectFineInEveryLook(page, 'settings-recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Turn off the second factor' }).waitFor()

  const second = await openPage(browser)
  await halfway(second.page, person)
  await second.page.getByLabel('Code', { exact: true }).waitFor()
  await expectFineInEveryLook(second.page, 'second-step')
  await second.page.getByLabel('Code', { exact: true }).fill(totpOf(address))
  await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.page.getByRole('heading', { name: 'Home' }).waitFor()

  const third = await openPage(browser)
  for (const [turn, done] of [
    [0, third.page.getByRole('heading', { name: 'Home' })],
    [1, third.page.getByRole('alert')],
  ] as const) {
    if (turn > 0) await third.page.context().clearCookies()
    await halfway(third.page, person)
    await third.page.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await third.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await done.waitFor()
  }
  for (const opened of [{ expectClean }, second, third]) opened.expectClean()
}, 240_000)

test('a session that is ended elsewhere asks to sign in again, and a new password ends all others', async () => {
  const { page, expectClean } = await openPage(browser)
  const person = await signUp(page, platform.url)
  const other = await openPage(browser)
  await halfway(other.page, person)
  await other.page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto(`${platform.url}/settings/security`)
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await page.getByRole('button', { name: /^End the session of/ }).waitFor({ state: 'detached' })
  await other.page.getByRole('link', { name: 'Board', exact: true }).click()
  const dialog = other.page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.getByText('No cards').first().waitFor()

  await page.getByRole('button', { name: 'Change the password' }).click()
  await password(page, 'Present password').fill('not the one at all')
  await password(page, 'New password').fill('another long password')
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByRole('alert').waitFor()
  await password(page, 'Present password').fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByText('The password is changed and your other sessions have ended').waitFor()
  await other.page.getByRole('link', { name: 'Channels', exact: true }).click()
  await dialog.waitFor()
  for (const opened of [{ expectClean }, other]) opened.expectClean()
}, 240_000)

test('a passkey is added, renamed, signs in and is removed', async () => {
  const { page, expectClean } = await openPage(browser)
  await signUp(page, platform.url)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.goto(`${platform.url}/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Actions for the passkey/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop of the loft')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Laptop of the loft').waitFor()

  await page.context().clearCookies()
  await page.goto(`${platform.url}/sign-in`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.goto(`${platform.url}/settings/security`)
  await page.getByRole('button', { name: 'Actions for the passkey Laptop of the loft' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkey yet.').waitFor()
  expectClean()
}, 180_000)
