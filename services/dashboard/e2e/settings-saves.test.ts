import { expect } from 'vitest'
import { callApi } from './api.ts'
import { endRoutes } from './browser.ts'
import { takeEveryLook } from './looks.ts'
import { signUp } from './person.ts'
import { test } from './story.ts'

test('a setting says that it is saved, is taken back, and does not overwrite what another window saved', async ({
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

  // Another window saves, and this one does not hear of it.
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await callApi(page, 'PATCH', '/api/settings', { locale: 'fr' })
  const currency = page.getByLabel('Currency')
  await currency.click()
  await currency.fill('CHF')
  await page.getByRole('option', { name: /CHF/ }).click()
  await page.getByText('Somebody else changed the settings').waitFor()
  expect((await callApi(page, 'GET', '/api/settings')).body).toMatchObject({ locale: 'fr', currency: 'EUR' })
  await endRoutes(page)
  await expect.poll(() => page.getByLabel('Language and format').inputValue()).toBe('French')
  await currency.click()
  await currency.fill('CHF')
  await page.getByRole('option', { name: /CHF/ }).click()
  await expect
    .poll(async () => (await callApi(page, 'GET', '/api/settings')).body)
    .toMatchObject({ locale: 'fr', currency: 'CHF' })
})
