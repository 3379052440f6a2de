import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { median, report } from '@atrium/bench-kit'
import { firstPaint, goTo, loadPlace, type Place, places, textPainted } from './shown.ts'
import { type Studio, seed, withStudio } from './studio.ts'

// Measures JavaScript, first paint, navigation and live changes, with 1,000 cards on the board.
const rounds = 5
const cards = 1_000

const repeat = async (measure: (round: number) => Promise<number>): Promise<number[]> => {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await measure(round))
  return values
}

/** Returns the values with the highest median. */
const slowest = (values: readonly number[][]): number[] =>
  values.reduce((one, other) => (median(one) >= median(other) ? one : other))

async function bytesOfApp(): Promise<number> {
  const folder = join(import.meta.dirname, '..', 'dist', 'pages')
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  const sizes = files.map((name) =>
    stat(join(folder, `${name}.br`))
      .catch(() => stat(join(folder, name)))
      .then(({ size }) => size),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function measureLoads({ url, openPage }: Studio): Promise<void> {
  const load = async (place: Place) => {
    const page = await openPage()
    const bytes = await loadPlace(page, url, place)
    const paint = await firstPaint(page)
    await page.context().close()
    return { bytes, paint }
  }
  for (const place of places) await load(place)
  const loads = places.map(() => ({ bytes: [] as number[], paint: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      const { bytes, paint } = await load(place)
      loads[index]?.bytes.push(bytes / 1_000)
      loads[index]?.paint.push(paint)
    }
  }
  report({
    name: 'JavaScript before the first page can be used, compressed, the largest page',
    value: slowest(loads.map(({ bytes }) => bytes)),
    unit: 'KB',
    target: '<= 200',
  })
  const app = (await bytesOfApp()) / 1_000
  report({
    name: 'JavaScript of the whole dashboard, compressed',
    value: app,
    unit: 'KB',
    target: '<= 900',
  })
  report({
    name: 'first contentful paint, signed in, cold cache, the slowest page',
    value: slowest(loads.map(({ paint }) => paint)),
    unit: 'ms',
    target: '<= 1000',
  })
}

async function measureNavigation({ url, openPage }: Studio): Promise<void> {
  const page = await openPage()
  const [first] = places
  if (first === undefined) return
  await loadPlace(page, url, first)
  for (const place of places.toReversed()) await goTo(page, place)
  const times = places.map(() => [] as number[])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of [...places.entries()].reverse())
      times[index]?.push(await goTo(page, place))
  }
  report({
    name: 'navigation to a visited page, the slowest',
    value: slowest(times),
    unit: 'ms',
    target: '<= 150',
  })
  await page.context().close()
}

async function measureEvents({ url, client, openPage }: Studio): Promise<void> {
  const page = await openPage()
  await page.goto(`${url}/board`)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await page.locator('[data-card]').first().waitFor()
  const value = await repeat(async (round) => {
    const title = `Seen live ${round}`
    const painted = textPainted(page, title)
    const sent = performance.timeOrigin + performance.now()
    await client.cards.create({ body: { title } })
    return (await painted) - sent
  })
  report({
    name: 'a change by another client to its first pixel, board of 1,000 cards',
    value,
    unit: 'ms',
    target: '<= 500',
  })
  await page.context().close()
}

await withStudio(async (studio) => {
  await seed(cards, (n) =>
    studio.client.cards.create({
      body: {
        title: `Card ${n} of the harbour festival`,
        tags: [`tag${n % 7}`],
        status: n % 10 === 0 ? 'doing' : 'todo',
      },
    }),
  )
  await seed(20, (n) =>
    studio.client.cards.create({
      body: {
        kind: 'post',
        body: `Post ${n}`,
        dueDate: new Date().toISOString(),
        post: { platform: 'shortpost', channelId: null },
      },
    }),
  )
  await measureLoads(studio)
  await measureNavigation(studio)
  await measureEvents(studio)
})
