import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Calls the platform with the session of a page. */
export const callApi = (page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ({ method: verb, path: address, text }) => {
      const response = await fetch(address, {
        method: verb,
        headers: { 'content-type': 'application/json' },
        ...(text === undefined ? {} : { body: text }),
      })
      return { status: response.status, body: await response.json().catch(() => ({})) }
    },
    { method, path, text: body === undefined ? undefined : JSON.stringify(body) },
  )

/** Creates cards, in turn. */
export async function createCards(page: Page, ...cards: readonly object[]): Promise<void> {
  for (const card of cards)
    expect(await callApi(page, 'POST', '/api/tasks', card)).toMatchObject({ status: 201 })
}

/** Calls of the signed-in person that do not go through the page, as another client of theirs makes them. */
export async function otherClient(page: Page) {
  const { origin } = new URL(page.url())
  const { cookies } = await page.context().storageState()
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    origin,
  }
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
}
