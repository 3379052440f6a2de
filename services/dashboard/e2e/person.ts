import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/**
 * Returns a new user's name, email address and password. All tests share one platform, so the
 * address is random.
 */
export const newPerson = () => ({
  name: 'Owner',
  email: `owner-${randomUUID().slice(0, 8)}@example.com`,
  password: 'correct horse battery',
})

type Person = ReturnType<typeof newPerson>

/** Signs up and creates an organisation through the API. The page does not change. */
export async function signUp(
  page: Page,
  org = 'Harbour Studio',
  { email = newPerson().email }: { email?: string } = {},
): Promise<Person> {
  const person = { ...newPerson(), email }
  const post = async (path: string, data: object): Promise<void> => {
    const { status, body } = await callApi(page, 'POST', `/api/auth${path}`, data)
    expect([path, status, body]).toEqual([path, 200, body])
  }
  await post('/sign-up/email', person)
  await post('/organization/create', { name: org, slug: randomUUID() })
  return person
}

/** Signs up and creates an organisation through the API, then opens Home. */
export async function enter(
  page: Page,
  org?: string,
  options?: { email?: string },
): Promise<Person> {
  const person = await signUp(page, org, options)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return person
}

/** Signs up and creates an organisation through the pages. */
export async function signUpByHand(page: Page, org = 'Harbour Studio'): Promise<Person> {
  const person = newPerson()
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organisation').fill(org)
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return person
}

/** Signs up a colleague in a session of their own and adds them to the owner's organisation. */
export async function joinOrg(colleague: Page, owner: Page, role = 'member'): Promise<Person> {
  const person = await signUp(colleague, 'Elsewhere')
  const { email } = person
  const invitation = await callApi(owner, 'POST', '/api/auth/organization/invite-member', {
    email,
    role,
  })
  const accepted = await callApi(colleague, 'POST', '/api/auth/organization/accept-invitation', {
    invitationId: invitation.body['id'],
  })
  expect([invitation.status, accepted.status]).toEqual([200, 200])
  return person
}

/**
 * Presses `g` and a letter to open a page. Presses both keys without waiting, because they only
 * count together for a moment.
 */
export async function goByKeys(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}

export async function createTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New card', exact: true }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create card' }).click()
  await page.getByRole('button', { name: title }).waitFor()
}

/** Gives the browser a passkey device that confirms every question at once. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
