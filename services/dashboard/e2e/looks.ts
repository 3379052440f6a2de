import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, keepsPictures, takePicture, untilSettled } from './browser.ts'

const wide = { width: 1280, height: 800 }
// A theme only changes colours. A narrow window changes layout and sizes too.
const looks = [
  { name: 'light', colorScheme: 'light', viewport: wide, rules: undefined },
  { name: 'dark', colorScheme: 'dark', viewport: wide, rules: ['color-contrast'] },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 380, height: 760 }, rules: undefined },
] as const

type Look = (typeof looks)[number]

/** Resizes the window and waits for the next frame, in which the page changes its layout. */
async function resize(page: Page, viewport: Look['viewport']): Promise<void> {
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

async function take(
  page: Page,
  { colorScheme, viewport }: Pick<Look, 'colorScheme' | 'viewport'>,
): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await resize(page, viewport)
  // A page that a service renders follows the scheme without an attribute.
  const shown = `html[data-mantine-color-scheme="${colorScheme}"], html:not([data-mantine-color-scheme])`
  await page.locator(shown).waitFor()
  await untilSettled(page)
}

// Poll, because elements that measure themselves resize one frame after the window.
const expectFitting = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)

/** Checks the current page in every look. Returns to the first look. */
export async function expectFineInEveryLook(page: Page, shot: string): Promise<void> {
  for (const look of looks) {
    await take(page, look)
    await takePicture(page, `${shot}-${look.name}`)
    await expectAccessible(page, look.rules && [...look.rules])
    await expectFitting(page)
  }
  await take(page, looks[0])
}

/**
 * Takes a screenshot of the current page in every look if screenshots are kept. Returns to the
 * first look.
 */
export async function takeEveryLook(page: Page, shot: string): Promise<void> {
  if (!keepsPictures) return
  for (const look of looks) {
    await take(page, look)
    await takePicture(page, `${shot}-${look.name}`)
  }
  await take(page, looks[0])
}

/** Checks, narrow and then wide, that nothing on the current page overflows. Ends wide. */
export async function expectWhole(page: Page, shot: string): Promise<void> {
  for (const { name, viewport } of [looks[2], looks[0]]) {
    await resize(page, viewport)
    await untilSettled(page)
    await takePicture(page, `${shot}-${name}`)
    await expectFitting(page)
    const wider = () =>
      page
        .locator('main, [role="dialog"]')
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.scrollWidth > part.clientWidth)
            .map((part) => part.outerHTML.slice(0, 200)),
        )
    await expect.poll(wider).toEqual([])
  }
}
