import type { Page } from 'playwright-core'

/** Connects a Page of the network of Pages in its stand-in's own dialog. Answers the name of the channel. */
export async function connectPage(page: Page): Promise<string> {
  await page.goto('/api/connect/pagenet/start?returnTo=/channels')
  await page.getByRole('button', { name: 'Approve' }).click()
  const choice = page.getByRole('dialog').getByRole('button').filter({ hasText: /\S/ }).last()
  const name = (await choice.textContent()) ?? ''
  const chosen = page.waitForResponse((response) => response.request().method() === 'POST')
  await choice.click()
  await chosen
  await page.getByRole('listitem').filter({ hasText: name }).first().waitFor()
  return name
}

/** Connects a network of single accounts in its stand-in's own dialog. */
export async function connectAccount(
  page: Page,
  network: 'shortpost' | 'pronet',
): Promise<{ name: string; sandbox: string }> {
  await page.goto(`/api/connect/${network}/start?returnTo=/channels`)
  const sandbox = new URL(page.url()).origin
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL((address) => address.pathname === '/channels')
  const name = await page.evaluate(async (wanted) => {
    const { items } = await (await fetch('/api/connectors')).json()
    return items.find((channel: { network: string }) => channel.network === wanted).name as string
  }, network)
  return { name, sandbox }
}
