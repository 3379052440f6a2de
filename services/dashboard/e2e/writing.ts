import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/**
 * Chooses a kind of writing help in a dialog with the keyboard. Returns the region that shows the
 * help.
 */
export async function openHelp(dialog: Locator, name: string): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Writing help' }).click()
  await dialog.page().getByRole('menuitem', { name, exact: true }).press('Enter')
  const help = dialog
    .getByRole('region')
    .filter({ has: dialog.page().getByRole('heading', { level: 3 }) })
  await help.getByRole('textbox', { name: 'Wish' }).waitFor()
  return help
}

/** Chooses a kind of writing help and sends a wish. Returns the region that shows the help. */
export async function askForHelp(dialog: Locator, name: string, wish: string): Promise<Locator> {
  const help = await openHelp(dialog, name)
  await help.getByRole('textbox', { name: 'Wish' }).fill(wish)
  await help.getByRole('textbox', { name: 'Wish' }).press('Enter')
  return help
}

/** Connects the stand-in language model and waits until the platform uses it. */
export async function connectModel(page: Page): Promise<void> {
  const key = { provider: 'gateway', apiKey: 'sandbox-model-key' }
  expect(await callApi(page, 'POST', '/api/connect/model/manual', key)).toMatchObject({
    status: 201,
  })
  const ask = async () => (await callApi(page, 'POST', '/api/zen', { prompt: 'Hello' })).status
  await expect.poll(ask, { timeout: 20_000, interval: 500 }).toBe(202)
}

/** Makes every later question to a model fail, for example because of missing credits. */
export async function failQuestions(page: Page, error: string, fix: object): Promise<void> {
  await page.route('**/api/zen/*', async (route) => {
    const answer = await route.fetch()
    const failed = { status: 'failed', answer: null, error: `agent: ${error}`, fix, usage: null }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...failed } })
  })
}
