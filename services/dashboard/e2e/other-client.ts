import type { Page } from 'playwright-core'

/** Calls of the signed-in person that do not go through the page, as another client of theirs makes them. */
export async function otherClient(page: Page, url: string) {
  const { cookies } = await page.context().storageState()
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    origin: url,
  }
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })
}
