import { createTotp } from '@atrium/testkit'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { takePicture } from './browser.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { addAuthenticator, joinOrg, type newPerson, signUp } from './person.ts'
import { test } from './story.ts'

const password = (page: Page, name = 'Password') => page.getByRole('textbox', { name, exact: true })

/** Signs in as far as the second step. */
async function halfway(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('turns on a second factor, asks for it at sign-in, and accepts a recovery code once', async ({
  page,
  open,
}) => {
  const person = await signUp(page)
  await page.goto('/settings/security')
  await page.getByText('No passkey yet.').waitFor()
  await page.getByText('This browser').waitFor()
  await expectFineInEveryLook(page, 'settings-security')
  await page.getByRole('button', { name: 'Turn on the second factor' }).click()
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator' }).waitFor()
  await expectFineInEveryLook(page, 'settings-authenticator')
  const secret = (await page.locator('code[data-secret]').textContent())?.replaceAll(' ', '') ?? ''
  const address = `otpauth://totp/Atrium?secret=${secret}`
  await page.getByLabel('Code', { exact: true }).fill(createTotp(address))
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await expectFineInEveryLook(page, 'settings-recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Turn off the second factor' }).waitFor()

  const second = await open()
  await halfway(second, person)
  await second.getByLabel('Code', { exact: true }).waitFor()
  await expectFineInEveryLook(second, 'second-step')
  await second.getByLabel('Code', { exact: true }).fill(createTotp(address))
  await second.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.getByRole('heading', { name: 'Home' }).waitFor()

  const third = await open()
  for (const [turn, done] of [
    [0, third.getByRole('heading', { name: 'Home' })],
    [1, third.getByRole('alert')],
  ] as const) {
    if (turn > 0) await third.context().clearCookies()
    await halfway(third, person)
    await third.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.getByLabel('Recovery code').fill(codes[0] ?? '')
    await third.getByRole('button', { name: 'Sign in', exact: true }).click()
    await done.waitFor()
  }
})

test('asks to sign in again when a session is ended elsewhere or the password changes', async ({
  page,
  open,
}) => {
  const person = await signUp(page)
  const other = await open()
  await halfway(other, person)
  await other.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto('/settings/security')
  await page.getByRole('button', { name: /^Sign out \w+ on/ }).click()
  await page.getByRole('button', { name: /^Sign out \w+ on/ }).waitFor({ state: 'detached' })
  // Dispatch the click, because the dialog may already cover the page: the platform also closes the
  // session's event stream.
  await other.getByRole('link', { name: 'Board', exact: true }).dispatchEvent('click')
  const dialog = other.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(person.password)
  // The page behind the dialog keeps loading until the user has signed in, so do not wait for it.
  await takePicture(other, 'sign-in-again')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByText('No cards').first().waitFor()

  await page.getByRole('button', { name: 'Change the password' }).click()
  await password(page, 'Current password').fill('not the one at all')
  await password(page, 'New password').fill('another long password')
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByRole('alert').waitFor()
  await takeEveryLook(page, 'settings-password')
  await password(page, 'Current password').fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await page.getByText('The password is changed. You are signed out everywhere else.').waitFor()
  await other.getByRole('link', { name: 'Accounts', exact: true }).dispatchEvent('click')
  await dialog.waitFor()
})

test('adds, renames and removes a passkey, and signs in with it', async ({ page }) => {
  await signUp(page)
  await addAuthenticator(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Actions for the passkey/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop of the loft')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Laptop of the loft').waitFor()
  await takeEveryLook(page, 'settings-passkey')

  await page.context().clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Actions for the passkey Laptop of the loft' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkey yet.').waitFor()
})

test("changes an account's email address, and deletes the account when its organisation has another owner", async ({
  page,
  open,
}) => {
  const person = await signUp(page)
  await page.goto('/settings/security')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change the address' }).click()
  for (const [typed, fault] of [
    [person.email, 'This is your current address'],
    ['nobody', 'Enter an email address'],
  ] as const) {
    await dialog.getByLabel('New address').fill(typed)
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByText(fault).waitFor()
  }
  await takeEveryLook(page, 'settings-email')
  const email = `moved-${person.email}`
  await dialog.getByLabel('New address').fill(email)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByText('The address is changed').waitFor()

  await page.getByRole('button', { name: 'Delete the account' }).click()
  const remove = dialog.getByRole('button', { name: 'Delete the account' })
  await dialog.getByLabel(/^Type/).fill(person.email)
  await password(page).fill(person.password)
  expect(await remove.isDisabled()).toBe(true)
  await dialog.getByLabel(/^Type/).fill(email)
  await remove.click()
  await dialog.getByText('You are the only owner of an organisation', { exact: false }).waitFor()
  await joinOrg(await open(), page, 'owner')
  await password(page).fill('not the one at all')
  await remove.click()
  await dialog.getByRole('alert').filter({ hasNotText: 'only owner' }).waitFor()
  // While a message fades, its contrast is too low.
  await page.getByText('The address is changed').waitFor({ state: 'hidden' })
  await expectFineInEveryLook(page, 'settings-delete-account')
  await password(page).fill(person.password)
  await remove.click()
  await page.getByText('Your account is deleted').waitFor()
  await halfway(page, { ...person, email })
  await page.getByRole('alert').waitFor()
})
