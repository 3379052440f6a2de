import type { Page } from 'playwright-core'

/** A page: its address, and a selector for content that only this page has. */
export interface Place {
  readonly name: string
  readonly path: string
  readonly content: string
}

export const places: readonly Place[] = [
  {
    name: 'Home',
    path: '/',
    content: '[aria-labelledby="first-steps"] li, [aria-labelledby="attention"] li',
  },
  { name: 'Board', path: '/board', content: '[data-card]' },
  { name: 'Posts', path: '/posts', content: '[data-post]' },
  { name: 'Accounts', path: '/channels', content: 'a[href*="/api/connect/"]' },
]

/** Loads a page. Returns the compressed bytes of JavaScript before its content is drawn. */
export async function loadPlace(
  page: Page,
  url: string,
  { path, content }: Place,
): Promise<number> {
  // Observed inside the page. On a busy machine, later files may already arrive before the next
  // frame.
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(selector) === null) return
      observer.disconnect()
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const bytes = files
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, file) => sum + file.encodedBodySize, 0)
      Object.assign(window, { bytesBeforeContent: bytes })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, content)
  await page.goto(url + path)
  const bytes = await page.waitForFunction(
    () => (window as unknown as { bytesBeforeContent?: number }).bytesBeforeContent,
  )
  return Number(await bytes.jsonValue())
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
