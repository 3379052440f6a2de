import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from './api.ts'

/**
 * Approves access on the stand-in's own page and returns to `/healthz`, a page without scripts.
 * Returns the stand-in's origin.
 */
async function approve(page: Page, network: string): Promise<string> {
  const back = '/healthz'
  await page.goto(`/api/connect/${network}/start?returnTo=${back}`)
  const { origin } = new URL(page.url())
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(({ pathname }) => pathname === back)
  return origin
}

/** Connects a Page. Returns the channel name. */
export async function connectPage(page: Page): Promise<string> {
  await approve(page, 'pagenet')
  const { items } = (await callApi(page, 'GET', '/api/connect/pickers')).body
  const [picker] = items as Array<{ id: string; pages: Array<{ id: string }> }>
  const { status, body } = await callApi(
    page,
    'POST',
    `/api/connect/pagenet/pickers/${picker?.id}`,
    {
      pageId: picker?.pages.at(-1)?.id,
    },
  )
  expect(status).toBe(201)
  return String(body['name'])
}

/**
 * Connects an account of a network without Pages. Returns the channel name and the origin of the
 * stand-in.
 */
export async function connectAccount(
  page: Page,
  network: 'shortpost' | 'pronet',
): Promise<{ name: string; sandbox: string }> {
  const sandbox = await approve(page, network)
  const { items } = (await callApi(page, 'GET', '/api/connectors')).body
  const made = (items as Array<{ network: string; name: string }>).find(
    (one) => one.network === network,
  )
  return { name: String(made?.name), sandbox }
}
