import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Calls the platform with the session of a page. The page can show anything. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await page.request.fetch(path, {
    method,
    headers: { origin: inject('platform').url },
    ...(body === undefined ? {} : { data: body }),
  })
  return { status: answer.status(), body: await answer.json().catch(() => ({})) }
}

/** Creates cards one after the other. */
export async function createCards(page: Page, ...cards: readonly object[]): Promise<void> {
  for (const card of cards)
    expect(await callApi(page, 'POST', '/api/tasks', card)).toMatchObject({ status: 201 })
}

/**
 * Returns a function that calls the platform as the signed-in user, but from another client than
 * the page.
 */
export async function otherClient(page: Page) {
  const origin = inject('platform').url
  const { cookies } = await page.context().storageState()
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    origin,
  }
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
}
