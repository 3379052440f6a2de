import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, keepsPictures, takePicture, untilSettled } from './browser.ts'

const wide = { width: 1280, height: 800 }
// A theme changes colours alone; a narrow window changes what is shown and how large it is.
const looks = [
  { name: 'light', colorScheme: 'light', viewport: wide, rules: undefined },
  { name: 'dark', colorScheme: 'dark', viewport: wide, rules: ['color-contrast'] },
  { name: 'narrow', colorScheme: 'dark', viewport: { width: 380, height: 760 }, rules: undefined },
] as const

type Look = (typeof looks)[number]

/** Gives the window a size. The page takes its narrow or wide shape with the next frame. */
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
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  await untilSettled(page)
}

// Parts that measure themselves take their size a frame after the window has taken its own.
const expectFitting = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)

/** Checks the page as it is now in every look, and ends with the first one. */
export async function expectFineInEveryLook(page: Page, shot: string): Promise<void> {
  for (const look of looks) {
    await take(page, look)
    await takePicture(page, `${shot}-${look.name}`)
    await expectAccessible(page, look.rules && [...look.rules])
    await expectFitting(page)
  }
  await take(page, looks[0])
}

/** Keeps a picture of the page as it is now in every look, where pictures are kept, and ends with the first one. */
export async function takeEveryLook(page: Page, shot: string): Promise<void> {
  if (!keepsPictures) return
  for (const look of looks) {
    await take(page, look)
    await takePicture(page, `${shot}-${look.name}`)
  }
  await take(page, looks[0])
}

/** Checks that nothing of the page as it is now is cut off beside the window, wide and narrow; ends wide. */
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
