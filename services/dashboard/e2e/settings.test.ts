import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'
import { signUp } from './person.ts'
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

test('a changed name, zone and theme are kept', async () => {
  const { page, expectClean } = await openPage(browser)
  await signUp(page, platform.url)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('heading', { name: 'Organisation', level: 1 }).waitFor()
  const name = page.getByLabel('Name')
  await name.fill('Harbour Works')
  await name.press('Enter')
  await page.getByRole('img', { name: 'Saved' }).waitFor()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name: 'Profile' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  await page.getByRole('button', { name: 'Harbour Works' }).waitFor()
  expectClean()
}, 180_000)
