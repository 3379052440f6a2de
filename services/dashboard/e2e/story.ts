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
 * A story in the one browser of its worker, on the platform at `url` that all stories share. `page` is a page of a
 * session of its own, `open` opens further ones; addresses are relative to the platform. At the end each has to be clean.
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
