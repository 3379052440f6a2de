import { report } from '@atrium/bench-kit'
import type { Locator, Page } from 'playwright-core'
import { longestTask } from './longest-task.ts'
import { type Studio, seed, withStudio } from './studio.ts'

// Measures the longest task while a user scrolls and drags.
const rounds = 5
const cards = 1_000
const posts = 500

const frame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame))

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('nothing to point at')
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 600) / 2 }
}

/** Turns the wheel one step per frame over an element, down and back up. */
async function scroll(page: Page, over: Locator): Promise<void> {
  const { x, y } = await centre(over)
  await page.mouse.move(x, y)
  for (const step of [...Array(60).fill(250), ...Array(60).fill(-250)] as number[]) {
    await page.mouse.wheel(0, step)
    await frame(page)
  }
}

/**
 * Drags an element over another one in sixty frames, drops it there, and waits for the response.
 */
async function drag(page: Page, what: Locator, to: Locator): Promise<void> {
  const [from, target] = [await centre(what), await centre(to)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= 60; step += 1) {
    const at = step / 60
    await page.mouse.move(from.x + (target.x - from.x) * at, from.y + (target.y - from.y) * at)
    await frame(page)
  }
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.mouse.up()
  if (!(await saved).ok()) throw new Error('the move was refused')
  await frame(page)
}

async function reportLongest(name: string, studio: Studio, page: Page, work: () => Promise<void>) {
  const value: number[] = []
  for (let round = 0; round < rounds; round += 1)
    value.push(await longestTask(studio.browser, page, work))
  report({ name: `${name}, longest task`, value, unit: 'ms', target: '<= 100' })
}

async function measureBoard(studio: Studio): Promise<void> {
  await seed(cards, (n) =>
    studio.client.cards.create({
      body: { title: `Card ${n} of the harbour festival`, tags: [`tag${n % 7}`] },
    }),
  )
  const page = await studio.openPage()
  await page.goto(`${studio.url}/board`)
  const todo = page.getByRole('region', { name: 'To do' })
  await todo.locator('[data-card]').first().waitFor()
  // Loads all pages of the column, as after long scrolling.
  await scroll(page, todo)
  await reportLongest('board of 1,000 cards, scrolling', studio, page, () => scroll(page, todo))
  const doing = page.getByRole('region', { name: 'In progress' })
  await reportLongest('board of 1,000 cards, dragging', studio, page, () =>
    drag(page, todo.locator('[data-card]').first(), doing),
  )
}

const dateIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function measureCalendar(studio: Studio): Promise<void> {
  await seed(posts, (n) =>
    studio.client.cards.create({
      body: {
        kind: 'post',
        body: `Post ${n} of the harbour festival`,
        dueDate: `${dateIn(1 + (n % 25))}T${String(6 + (n % 14)).padStart(2, '0')}:00:00.000Z`,
        post: { platform: 'shortpost', channelId: null },
      },
    }),
  )
  const page = await studio.openPage()
  // Most posts are in this month.
  await page.goto(`${studio.url}/posts?date=${dateIn(13)}`)
  const days = page.locator('[data-date]')
  const chips = page.locator('[data-post]')
  await chips.first().waitFor()
  await reportLongest('calendar of 500 posts, scrolling', studio, page, () =>
    scroll(page, days.nth(10)),
  )
  await reportLongest('calendar of 500 posts, dragging', studio, page, () =>
    drag(page, chips.first(), days.nth(10)),
  )
}

await withStudio(measureBoard)
await withStudio(measureCalendar)
