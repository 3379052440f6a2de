import type { Page } from 'playwright-core'

/** Returns the number of frames in each second of `work`. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const count = { frames: 0, from: performance.now(), goes: true }
    Object.assign(window, { count })
    const next = () => {
      count.frames += 1
      if (count.goes) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await work()
  return page.evaluate(() => {
    const { count } = window as unknown as {
      count: { frames: number; from: number; goes: boolean }
    }
    count.goes = false
    return (count.frames * 1_000) / (performance.now() - count.from)
  })
}
