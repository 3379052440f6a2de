import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

export { launchBrowser } from './launch-browser.ts'

/** A page that records its requests, policy violations and script errors. */
export interface WatchedPage {
  readonly page: Page
  /**
   * Fails if a request left this machine, the Content Security Policy blocked something, or a
   * script threw an error.
   */
  expectClean(): void
}

// The browser's PDF viewer is an extension.
const ownParts = new Set(['chrome:', 'chrome-extension:'])
const loopback = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/**
 * Opens a page with its own session. Closes the page after the test, because open pages use
 * processor time.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    // The routes of a test do not see what a worker requests.
    serviceWorkers: 'block',
    ...options,
  })
  // The timeout also covers other pages of the same session.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const refusals: string[] = []
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await printPage(page, refusals)
    if (!page.isClosed()) await endRoutes(page)
    await context.close()
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400)
      refusals.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
  })
  const faults: string[] = []
  await page.exposeFunction('reportViolation', (text: string) =>
    faults.push(`refused by the policy: ${text}`),
  )
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation: (text: string) => void })
        .reportViolation
      report(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!ownParts.has(url.protocol) && !loopback.has(url.hostname))
      faults.push(`left this machine: ${url}`)
  })
  page.on('pageerror', (error) => faults.push(`script error: ${error.stack ?? error.message}`))
  return { page, expectClean: () => expect(faults).toEqual([]) }
}

/**
 * Removes all routes of a page. A held request continues to the platform. Ignores errors that its
 * route handler then throws.
 */
export async function endRoutes(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Prints what a failed test saw: the URL, the accessibility tree and the last failed responses. */
async function printPage(page: Page, refusals: readonly string[]): Promise<void> {
  const parts = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error))
  console.log([page.url(), parts.slice(0, 8_000), ...refusals.slice(-20)].join('\n'))
}

/**
 * Waits until nothing loads or moves, because transitions mix colours. Does not wait for network
 * idle, because the event stream stays open.
 */
export async function untilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null &&
      [...document.images].every(({ complete }) => complete) &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const looksAtMost = 3

// The package's own `source` is not minified, and a page needs longer to parse it.
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * Fails if axe finds a violation of WCAG 2.2 AA, or of the given rules only. A fading message has
 * mixed colours, so the page is checked again if something started to move during the check.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await untilSettled(page)
  // The source is more than half a megabyte, so load it only once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options: RunOptions = {
    runOnly:
      rules === undefined ? { type: 'tag', values: standards } : { type: 'rule', values: rules },
    // Describing passed rules takes longer than the analysis.
    resultTypes: ['violations'],
  }
  for (let look = 1; ; look += 1) {
    const { found, hasMoved } = await page.evaluate(async (given) => {
      const moves = ['transitionrun', 'animationstart'] as const
      let hasMoved = false
      const note = () => {
        hasMoved = true
      }
      for (const move of moves) document.addEventListener(move, note)
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        document,
        given,
      )
      for (const move of moves) document.removeEventListener(move, note)
      const found = violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
      }))
      return { found, hasMoved }
    }, options)
    if (found.length > 0 && hasMoved && look < looksAtMost) await untilSettled(page)
    else return expect(found).toEqual([])
  }
}

const folder = process.env['DASHBOARD_SCREENSHOTS']

/** True if `DASHBOARD_SCREENSHOTS` names a folder. */
export const keepsPictures = folder !== undefined

/** Saves a screenshot if `DASHBOARD_SCREENSHOTS` is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
