import type { Page } from 'playwright-core'

/** A page: its address, and a selector for content that no other page has. */
export interface Place {
  readonly path: string
  readonly content: string
}

/** The measured pages that have a link in the side bar. */
export const places: readonly Place[] = [
  {
    path: '/',
    content: '[aria-labelledby="first-steps"] li, [aria-labelledby="attention"] li',
  },
  { path: '/board', content: '[data-card]' },
  { path: '/posts', content: '[data-post]' },
  { path: '/channels', content: 'a[href*="/api/connect/"]' },
]

interface FirstContent {
  /** Milliseconds from the navigation to the first content. */
  readonly ms: number
  /** The addresses of the scripts that have loaded by then. */
  readonly scripts: readonly string[]
}

/** Loads a page, waits for its content, and also returns the served document. */
export async function loadPlace(
  page: Page,
  url: string,
  { path, content }: Place,
): Promise<FirstContent & { readonly html: string }> {
  // The page itself watches for the content, because more may have loaded before a test can look.
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      const scripts = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => name.endsWith('.js'))
      Object.assign(window, { firstContent: { ms: performance.now(), scripts } })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, content)
  const response = await page.goto(url + path)
  const found = await page.waitForFunction(
    () => (window as unknown as { firstContent?: FirstContent }).firstContent,
  )
  return { ...((await found.jsonValue()) as FirstContent), html: (await response?.text()) ?? '' }
}

/** Returns the milliseconds from the navigation to the first contentful paint. */
export async function firstPaint(page: Page): Promise<number> {
  const entry = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? false,
  )
  return Number(await entry.jsonValue())
}

/** Clicks a link in the side bar. Returns the milliseconds until the page's content is painted. */
export async function goTo(page: Page, { path, content }: Place): Promise<number> {
  await page.waitForSelector(`nav a[href="${path}"]`)
  return page.evaluate(
    async ({ path, content }) => {
      const link = document.querySelector<HTMLElement>(`nav a[href="${path}"]`)
      if (link === null) throw new Error(`no link to ${path}`)
      const began = performance.now()
      link.click()
      do await new Promise(requestAnimationFrame)
      while (location.pathname !== path || document.querySelector(content) === null)
      // If a task follows the frame's callbacks, it runs after the paint.
      await new Promise((painted) => setTimeout(painted))
      return performance.now() - began
    },
    { path, content },
  )
}

/** Resolves with the time in milliseconds when a text is painted. */
export const textPainted = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (text) => {
    while (!document.body.textContent?.includes(text)) await new Promise(requestAnimationFrame)
    await new Promise((painted) => setTimeout(painted))
    return performance.timeOrigin + performance.now()
  }, text)
