import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject, test as plain } from 'vitest'
import { launchBrowser, openPage, type WatchedPage } from './browser.ts'
import type { Platform } from './own-platform.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    platform: Pick<Platform, 'url' | 'home'>
  }
}

/**
 * A test in its worker's only browser, on the platform at `url` that all tests share. `page` is a
 * page with its own session, and `open` opens more. URLs are relative to the platform. At the end
 * `expectClean` is called for every page.
 */
export const test = plain
  .extend('url', { scope: 'worker' }, () => inject('platform').url)
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of other fixtures from the pattern
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', ({ browser, url }, { onCleanup }) => {
    const opened: WatchedPage[] = []
    onCleanup(() => {
      for (const { expectClean } of opened) expectClean()
    })
    return async (options: BrowserContextOptions = {}): Promise<Page> => {
      const watched = await openPage(browser, { baseURL: url, ...options })
      opened.push(watched)
      return watched.page
    }
  })
  .extend('page', ({ open }) => open())
