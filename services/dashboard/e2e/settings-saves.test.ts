import { expect } from 'vitest'
import { callApi } from './api.ts'
import { endRoutes } from './browser.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { paintPictures } from './pictures.ts'
import { test } from './story.ts'

test('saves and undoes a setting, and does not overwrite it if another window saved first', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/settings/organisation')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Harbour Works')
  await name.press('Enter')
  const message = page.getByRole('alert').filter({ hasText: 'Saved' })
  await message.waitFor()
  await takeEveryLook(page, 'settings-saved')
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => name.inputValue()).toBe('Harbour Studio')

  // Another window saves a change that this page does not receive.
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await callApi(page, 'PATCH', '/api/settings', { locale: 'fr' })
  const currency = page.getByLabel('Currency')
  await currency.click()
  await currency.fill('CHF')
  await page.getByRole('option', { name: /CHF/ }).click()
  await page.getByText('Somebody else changed the settings').waitFor()
  expect((await callApi(page, 'GET', '/api/settings')).body).toMatchObject({
    locale: 'fr',
    currency: 'EUR',
  })
  await endRoutes(page)
  await expect.poll(() => page.getByLabel('Language and format').inputValue()).toBe('French')
  await currency.click()
  await currency.fill('CHF')
  await page.getByRole('option', { name: /CHF/ }).click()
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/settings')).body)
    .toMatchObject({ locale: 'fr', currency: 'CHF' })
})

test('undoes personal settings and does not overwrite them if another window saved first', async ({
  page,
}) => {
  await signUp(page)
  const stored = async () => (await callApi(page, 'GET', '/api/me/settings')).body
  await page.goto('/settings/profile')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const choose = async (name: string) => {
    await zone.click()
    await zone.fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await choose('Lisbon')
  await expect.poll(async () => (await stored())['timezone']).toBe('Europe/Lisbon')
  await page
    .getByRole('alert')
    .filter({ hasText: 'Saved' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(async () => (await stored())['timezone']).toBe('UTC')

  // Another window saves a change that this page does not receive.
  await page.route('**/api/me/settings', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await callApi(page, 'PATCH', '/api/me/settings', { locale: 'fr' })
  await choose('Lisbon')
  await page.getByText('Somebody else changed the settings').waitFor()
  expect(await stored()).toMatchObject({ locale: 'fr', timezone: 'UTC' })
  await endRoutes(page)
  await expect.poll(() => page.getByLabel('Language and format').inputValue()).toBe('French')
  await choose('Lisbon')
  await expect.poll(stored).toMatchObject({ locale: 'fr', timezone: 'Europe/Lisbon' })
})

test('undoes changes of logo and colour', async ({ page }) => {
  await signUp(page)
  const stored = async () => (await callApi(page, 'GET', '/api/settings')).body
  const undo = (said: string) =>
    page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click()
  await page.goto('/settings/organisation')
  const colour = page.getByLabel('Brand colour')
  await colour.fill('#dc2626')
  await colour.blur()
  await expect.poll(async () => (await stored())['brandColor']).toBe('#dc2626')
  await undo('Saved')
  await expect.poll(async () => (await stored())['brandColor']).toBe(null)
  const [picture] = await paintPictures(page, [{ name: 'logo.png', width: 400, height: 120 }])
  if (picture === undefined) throw new Error('nothing is painted')
  await page.getByLabel('Image of the logo').setInputFiles(picture)
  await page.getByRole('img', { name: 'Logo of Harbour Studio' }).waitFor()
  await expect.poll(async () => (await stored())['logoUrl']).not.toBe(null)
  await undo('The logo is saved')
  await expect.poll(async () => (await stored())['logoUrl']).toBe(null)
})
