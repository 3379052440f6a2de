import { readCookie } from '@atrium/bench-kit'
import { type Client, createClient } from '@atrium/sdk'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/launch-browser.ts'
import { startOwnPlatform } from '../e2e/own-platform.ts'

/** A platform, a browser and a signed-in user with an organisation. */
export interface Studio {
  readonly url: string
  readonly browser: Browser
  readonly client: Client
  readonly cookies: Parameters<BrowserContext['addCookies']>[0]
  /** Opens an empty page in a new, signed-in profile without any cached files. */
  openPage(): Promise<Page>
}

const account = { email: 'bench@example.com', password: 'a password of some length' }

/** Starts a platform with production pages, a browser and a user, and stops them after `work`. */
export async function withStudio(
  work: (studio: Studio) => Promise<void>,
  launch: () => Promise<Browser> = () => launchBrowser(),
): Promise<void> {
  const platform = await startOwnPlatform()
  try {
    const browser = await launch()
    try {
      const { url } = platform
      const client = createClient({ baseUrl: url })
      await client.auth.signUp({ name: 'Bench', ...account })
      await client.auth.createOrg({ name: 'Bench', slug: 'bench' })
      const cookies = await signedInCookies(url)
      const openPage = async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
        await context.addCookies(cookies)
        return context.newPage()
      }
      await work({ url, browser, client, cookies, openPage })
    } finally {
      await browser.close()
    }
  } finally {
    await platform.stop()
  }
}

async function signedInCookies(
  url: string,
): Promise<{ name: string; value: string; url: string }[]> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(account),
  })
  return readCookie(answer)
    .split('; ')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url }
    })
}

/** Calls `make` with 0 to `count - 1`, eight at once. */
export async function seed(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values()
  const worker = async () => {
    for (const n of numbers) await make(n)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
