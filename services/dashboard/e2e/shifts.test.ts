import { createTotp } from '@atrium/testkit'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { untilSettled } from './browser.ts'
import { addAuthenticator, newPerson, signUp, signUpByHand } from './person.ts'
import { test } from './story.ts'

const paths = [
  '/',
  '/board',
  '/posts',
  '/files',
  '/channels',
  '/sites',
  '/events',
  '/invoices',
  '/estimates',
  '/customers',
  '/products',
  '/subscriptions',
  '/workflows',
  '/writing-guides',
  '/agent-tasks',
  '/settings',
  '/settings/organisation',
]

/**
 * Returns the total layout shift of a page since its first paint, without shifts caused by input.
 */
const readShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Array<
            PerformanceEntry & { value: number; hadRecentInput: boolean }
          >) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 0)
      }),
  )

const viewports = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/** Returns the total layout shift of Home after the note about the email address has appeared. */
async function readShiftOfHome(page: Page): Promise<number> {
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByRole('region', { name: 'Address' }).getByText('Confirm your address').waitFor()
  await untilSettled(page)
  return readShift(page)
}

async function typePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('loads every page without layout shifts, wide and narrow', async ({ open, page }) => {
  const person = await signUp(page)
  await callApi(page, 'POST', '/api/tasks', { title: 'Order the sail cloth' })
  for (const viewport of viewports) {
    const fresh = await open({ viewport })
    await typePassword(fresh, person)
    await fresh.getByRole('heading', { name: 'Home' }).waitFor()
    const shifts: Record<string, number> = {}
    for (const path of paths) {
      await fresh.goto(path)
      await fresh.getByRole('heading', { level: 1 }).waitFor()
      await untilSettled(fresh)
      shifts[path] = await readShift(fresh)
    }
    const jumping = Object.entries(shifts).filter(([, shift]) => shift >= 0.05)
    expect.soft(jumping, `${viewport.width} px`).toEqual([])
  }
})

test.for(viewports)(
  'shows Home without layout shifts at $width px after every kind of sign-in',
  async (viewport, { open }) => {
    const shifts: Record<string, number> = {}
    const measure = async (kind: string, page: Page): Promise<void> => {
      shifts[kind] = await readShiftOfHome(page)
      await page.reload()
      shifts[`${kind}, after a reload`] = await readShiftOfHome(page)
    }

    const owner = await open({ viewport })
    const person = await signUpByHand(owner)
    await measure('sign-up', owner)

    const withPassword = await open({ viewport })
    await typePassword(withPassword, person)
    await measure('password', withPassword)

    // After an identity provider the browser has a session cookie but nothing in local storage.
    const returned = await open({ viewport })
    await returned.context().addCookies(await owner.context().cookies())
    await returned.goto('/')
    await measure('session alone', returned)

    await addAuthenticator(owner)
    await owner.goto('/settings/security')
    await owner.getByRole('button', { name: 'Add a passkey' }).click()
    await owner.getByRole('button', { name: /^Actions for the passkey/ }).waitFor()
    const { body } = await callApi(owner, 'POST', '/api/auth/two-factor/enable', {
      password: person.password,
    })
    const address = String(body['totpURI'])
    await callApi(owner, 'POST', '/api/auth/two-factor/verify-totp', { code: createTotp(address) })
    const guest = newPerson()
    const invitation = await callApi(owner, 'POST', '/api/auth/organization/invite-member', {
      email: guest.email,
      role: 'member',
    })
    await owner.context().clearCookies()
    await owner.evaluate(() => localStorage.clear())
    await owner.goto('/sign-in')
    await owner.getByRole('button', { name: 'Use a passkey' }).click()
    await measure('passkey', owner)

    const withCode = await open({ viewport })
    await typePassword(withCode, person)
    // Use a recovery code: a code from the authenticator is valid once, and turning on the second
    // factor may have used the current one.
    await withCode.getByRole('button', { name: 'Use a recovery code' }).click()
    await withCode.getByLabel('Recovery code').fill((body['backupCodes'] as string[])[0] ?? '')
    await withCode.getByRole('button', { name: 'Sign in', exact: true }).click()
    await measure('second step', withCode)

    const invited = await open({ viewport })
    await invited.goto(`/accept-invitation?id=${invitation.body['id']}`)
    await invited.getByRole('link', { name: 'Create an account' }).click()
    await invited.getByLabel('Name').fill(guest.name)
    await invited.getByLabel('Email').fill(guest.email)
    await invited.getByRole('textbox', { name: 'Password' }).fill(guest.password)
    await invited.getByRole('button', { name: 'Create account' }).click()
    await invited.getByRole('button', { name: 'Accept the invitation' }).click()
    await measure('invitation', invited)

    expect(Object.keys(shifts)).toHaveLength(12)
    expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.05)).toEqual([])
  },
)
