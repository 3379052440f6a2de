import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'
import { expectAccessible, takePicture } from './browser.ts'
import { expectFineInEveryLook, takeEveryLook } from './looks.ts'
import { newPerson, signUp } from './person.ts'
import { paintPictures } from './pictures.ts'
import { test } from './story.ts'

const goTo = async (page: Page, name: string) => {
  const side = page.getByRole('navigation', { name: 'Settings' })
  if ((await side.count()) === 0) await page.goto('/settings')
  await side.getByRole('link', { name }).click()
}

test("keeps a changed name, zone and theme, and applies the theme in the user's other browsers", async ({
  page,
}) => {
  await signUp(page)
  await goTo(page, 'General')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Harbour Works')
  await name.press('Enter')
  await page.getByRole('img', { name: 'Saved' }).waitFor()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Lisbon')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('option', { name: /Europe\/Lisbon/ }).click()
  expect((await saved).status()).toBe(200)
  const slug = page.getByRole('textbox', { name: 'Web address' })
  await slug.fill('no spaces here')
  await slug.press('Enter')
  await page.getByText('Use at most 100 letters, digits and .-_~').waitFor()
  await slug.press('Escape')

  await goTo(page, 'Profile')
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByText('Dark', { exact: true }).click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  expect((await kept).status()).toBe(200)
  // Without local storage the page looks like another browser of the same user.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.getByRole('button', { name: 'Harbour Works' }).waitFor()
  await goTo(page, 'General')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Time zone' }).inputValue())
    .toMatch(/Lisbon/)
})

test('stores, removes and restores a logo, and rejects a file if it is not an image', async ({
  page,
}) => {
  await signUp(page)
  await goTo(page, 'General')
  const logo = page.getByRole('img', { name: 'Logo of Harbour Studio' })
  const choose = (file: Awaited<ReturnType<typeof paintPictures>>[number]) =>
    page.getByLabel('Image of the logo').setInputFiles(file)
  const stored = async () => (await callApi(page, 'GET', '/api/settings')).body['logoUrl']
  await choose({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText(/^The logo is not saved/).waitFor()
  expect(await stored()).toBe(null)
  const [picture] = await paintPictures(page, [{ name: 'logo.png', width: 400, height: 120 }])
  if (picture === undefined) throw new Error('nothing is painted')
  await choose(picture)
  await logo.waitFor()
  await expect.poll(stored).not.toBe(null)
  const url = await stored()
  expect((await fetch(String(url))).status).toBe(200)
  await expectFineInEveryLook(page, 'settings-logo')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await logo.waitFor({ state: 'detached' })
  await expect.poll(stored).toBe(null)
  const removed = page.getByRole('alert').filter({ hasText: 'The logo is removed' })
  await removed.getByRole('button', { name: 'Undo' }).click()
  await logo.waitFor()
  await expect.poll(stored).toBe(url)
})

test('lets an invited user join and become admin, and tells them who can change settings until then', async ({
  page,
  open,
}) => {
  await signUp(page, 'Rigging Loft')
  await goTo(page, 'Members')
  await page.getByText('No open invitations', { exact: false }).waitFor()
  const guest = { ...newPerson(), name: 'Guest' }
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(guest.email)
  // Closing the dialog keeps the typed text.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  expect(await dialog.getByLabel('Email').inputValue()).toBe(guest.email)
  await takeEveryLook(page, 'settings-invite')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('button', { name: `Actions for the invitation of ${guest.email}` }).waitFor()
  await expectFineInEveryLook(page, 'settings-members')
  const invitations = await page.request.get('/api/auth/organization/list-invitations')
  const [invitation] = (await invitations.json()) as { id: string }[]

  const other = await open()
  await other.goto(
    `/accept-invitation?${new URLSearchParams({ id: invitation?.id ?? '', email: guest.email })}`,
  )
  await other.getByText(`Sign in or sign up with ${guest.email}.`, { exact: false }).waitFor()
  await other.getByRole('link', { name: 'Create an account' }).click()
  await other.getByLabel('Name').fill(guest.name)
  expect(await other.getByLabel('Email').inputValue()).toBe(guest.email)
  await other.getByRole('textbox', { name: 'Password' }).fill(guest.password)
  await other.getByRole('button', { name: 'Create account' }).click()
  await other.getByRole('button', { name: 'Accept the invitation' }).waitFor()
  await takeEveryLook(other, 'invited')
  await other.getByRole('button', { name: 'Accept the invitation' }).click()
  await other.getByRole('heading', { name: 'Home' }).waitFor()
  await goTo(other, 'General')
  await other.getByText('Owners and admins of Rigging Loft change these settings.').waitFor()
  expect(await other.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true)
  await expectFineInEveryLook(other, 'settings-member')
  await goTo(other, 'Members')
  await other.getByRole('button', { name: /^Role of Owner/ }).click()
  await other.getByText('Owners and admins change roles').first().waitFor()
  await other.keyboard.press('Escape')
  await takeEveryLook(other, 'settings-members-member')

  // The owner's page shows the new member without a reload.
  await page.getByRole('button', { name: 'Role of Guest: Member' }).click()
  await page.getByRole('menuitem', { name: /^Admin/ }).click()
  await page.getByRole('button', { name: 'Role of Guest: Admin' }).waitFor()
  await page.getByRole('button', { name: 'Actions for Owner' }).click()
  await page.getByText('The only owner: make another member owner first').waitFor()
  await page.keyboard.press('Escape')
  await other.reload()
  await other.getByRole('button', { name: 'Invite', exact: true }).waitFor()
})

test('shows an API key once, accepts it, and rejects it after it was revoked', async ({
  page,
  url,
}) => {
  await signUp(page)
  await goTo(page, 'API keys')
  await page.getByText('No key yet').waitFor()
  await takeEveryLook(page, 'settings-no-key')
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly import')
  await takeEveryLook(page, 'settings-key')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.getByRole('status', { name: 'API key' }).textContent()) ?? ''
  expect(secret).toMatch(/^atr_/)
  await expectFineInEveryLook(page, 'settings-new-key')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  const me = () => fetch(`${url}/api/me`, { headers: { 'x-api-key': secret } })
  expect(await (await me()).json()).toMatchObject({ via: 'api_key', org: { role: 'member' } })
  await page.getByText('Nightly import').waitFor()
  expect(await page.content()).not.toContain(secret)
  await expectFineInEveryLook(page, 'settings-api-keys')
  await page.getByRole('button', { name: 'Actions for Nightly import' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).waitFor()
  await takeEveryLook(page, 'settings-revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No key yet').waitFor()
  expect((await me()).status).toBe(401)
})

test('delivers a webhook, shows the delivery live and sends it again', async ({ page, url }) => {
  const received: string[] = []
  let status = 500
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  await signUp(page)
  await goTo(page, 'Webhooks')
  await page.getByText('No endpoint yet').waitFor()
  await takeEveryLook(page, 'settings-no-webhook')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('Address')
    .fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  await dialog.getByRole('switch', { name: 'All events, including new kinds' }).click()
  await dialog.getByRole('checkbox', { name: 'task.created' }).check()
  await expectFineInEveryLook(page, 'settings-new-webhook')
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  expect(await page.getByRole('status', { name: 'Secret of the endpoint' }).textContent()).toMatch(
    /^whsec_/,
  )
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).waitFor()
  await takeEveryLook(page, 'settings-webhooks')
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click()
  await page.getByText('Nothing sent yet', { exact: false }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()

  const created = await page.request.post('/api/tasks', {
    data: { title: 'Splice the halyard' },
    headers: { origin: url },
  })
  expect(created.status()).toBe(201)
  const delivery = page.getByRole('button', { name: /task\.created.*attempts? · answered 500/ })
  await delivery.waitFor()
  await delivery.click()
  await page.getByText('"title": "Splice the halyard"', { exact: false }).waitFor()
  await expectFineInEveryLook(page, 'settings-webhook')
  status = 204
  await page.getByRole('button', { name: 'Send again: task.created' }).click()
  await page.getByRole('button', { name: /task\.created.*answered 204/ }).waitFor()
  await page.getByText('Failed', { exact: true }).click()
  await page.getByText('No delivery is in this state.').waitFor()
  expect(new Set(received).size).toBe(1)
  // The platform may have retried by itself in the meantime.
  expect(received.length).toBeGreaterThanOrEqual(2)
  receiver.close()
})

test('shows the general settings, the profile and the narrow settings list accessible and without overflow', async ({
  page,
}) => {
  await signUp(page)
  await goTo(page, 'General')
  await page.getByRole('combobox', { name: 'Currency' }).waitFor()
  await expectFineInEveryLook(page, 'settings-organisation')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Type/).fill('Harbour')
  expect(await dialog.getByRole('button', { name: 'Delete the organisation' }).isDisabled()).toBe(
    true,
  )
  await expectFineInEveryLook(page, 'settings-delete')
  await dialog.getByLabel(/^Type/).fill('Harbour Studio')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Organisation' }).fill('Second Studio')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await goTo(page, 'Profile')
  await page.getByRole('combobox', { name: 'Time zone' }).waitFor()
  await expectFineInEveryLook(page, 'settings-profile')
  await page.setViewportSize({ width: 380, height: 760 })
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: /^Security/ }).waitFor()
  await takePicture(page, 'settings-list')
  await expectAccessible(page)
})

test("opens the processor's page to change or end a paid plan", async ({ page, url }) => {
  await signUp(page)
  const answer = (path: string, change: object) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...change } })
    })
  await answer('**/api/plan', { plan: 'pro' })
  await answer('**/api/entitlements/gate', { plan: 'pro', until: '2031-05-03T12:00:00.000Z' })
  const portal = `${url}/checkout?result=portal`
  await page.route('**/api/entitlements/portal', (route) =>
    route.fulfill({ json: { url: portal } }),
  )
  await goTo(page, 'Plan and credits')
  await page.getByText('Paid until 3 May 2031').waitFor()
  await expectFineInEveryLook(page, 'settings-billing')
  await page.getByRole('button', { name: 'Change or end the plan' }).click()
  await page.waitForURL(portal)
})

test('limits a key to its areas and records who created it in the audit log', async ({
  page,
  url,
}) => {
  await signUp(page)
  await goTo(page, 'API keys')
  await page.getByRole('button', { name: 'New key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Reader of cards')
  await dialog.getByRole('combobox', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Chosen areas' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Choose at least one area').waitFor()
  await dialog.getByRole('combobox', { name: 'Areas' }).click()
  await page.getByRole('option', { name: 'Board: read', exact: true }).click()
  await dialog.getByLabel('Name').click()
  await takeEveryLook(page, 'settings-key-areas')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.getByRole('status', { name: 'API key' }).textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByText('Board: read', { exact: false }).waitFor()
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { headers, ...init })).status
  expect(await status('/api/tasks')).toBe(200)
  expect(await status('/api/me')).toBe(200)
  expect(await status('/api/tasks', { method: 'POST', body: '{"kind":"task","title":"x"}' })).toBe(
    403,
  )
  expect(await status('/api/invoicing')).toBe(403)

  await goTo(page, 'Activity log')
  await page.getByText('Created an API key: Reader of cards').waitFor()
  await page.getByText('Created the organisation').first().waitFor()
  await expectFineInEveryLook(page, 'settings-audit')
  await page.getByRole('combobox', { name: 'Action' }).fill('Created an API')
  await page.getByRole('option', { name: 'Created an API key' }).click()
  const actions = page.getByRole('region', { name: 'Actions' })
  await expect.poll(() => actions.getByText('Created the organisation').count()).toBe(0)
  await page.goBack()
  await page.goForward()
  await page.getByText('Created an API key: Reader of cards').waitFor()
  // The previous page also shows this action, so wait until this page is rendered.
  await expect.poll(() => actions.getByText('Created the organisation').count()).toBe(0)
  const exported = await page.getByRole('link', { name: 'Export' }).getAttribute('href')
  expect(exported).toContain('/api/audit/export?action=key.created')
  const lines = await page.evaluate(async (href) => (await fetch(href)).text(), exported ?? '')
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ action: 'key.created' }])
})
