import { median, report } from '@atrium/bench-kit'
import { firstPaint, goTo, loadPlace, type Place, places, textPainted } from './shown.ts'
import { type Studio, seed, withStudio } from './studio.ts'

// First content, scripts, navigation and live changes, with 1,000 cards on the board.
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

/** Loads each page `rounds` times with a cold cache, after one load to warm up the platform. */
async function measureLoads({ url, openPage }: Studio, measured: readonly Place[]): Promise<void> {
  const loads = measured.map(() => ({
    paint: [] as number[],
    content: [] as number[],
    scripts: [] as number[],
  }))
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, place] of measured.entries()) {
      const page = await openPage()
      const { ms, scripts } = await loadPlace(page, url, place)
      const paint = await firstPaint(page)
      await page.context().close()
      if (round < 0) continue
      loads[index]?.content.push(ms)
      loads[index]?.scripts.push(scripts.length)
      loads[index]?.paint.push(paint)
    }
  }
  for (const [index, place] of measured.entries()) {
    const { content = [], scripts = [] } = loads[index] ?? {}
    const name = shortPath(place)
    report({
      name: `first content, cold cache, ${name}`,
      value: content,
      unit: 'ms',
      target: '<= 1000',
    })
    report({
      name: `scripts before the first content, ${name}`,
      value: scripts,
      unit: '',
      target: '<= 12',
    })
  }
  report({
    name: 'first contentful paint, signed in, cold cache, the slowest page',
    value: slowest(loads.map(({ paint }) => paint)),
    unit: 'ms',
    target: '<= 1000',
  })
}

/** A network as on the road: 100 ms for each request and 10 Mbit/s. */
const slowNetwork = {
  offline: false,
  latency: 100,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
}

/** Loads each page `rounds` times with a cold cache on a slow network. */
async function measureSlowLoads(
  { url, openPage }: Studio,
  measured: readonly Place[],
): Promise<void> {
  for (const place of measured) {
    const value = await repeat(async () => {
      const page = await openPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', slowNetwork)
      const { ms } = await loadPlace(page, url, place)
      await page.context().close()
      return ms
    })
    report({
      name: `first content, cold cache, 100 ms and 10 Mbit/s, ${shortPath(place)}`,
      value,
      unit: 'ms',
      target: '<= 2000',
    })
  }
}

const shortPath = ({ path }: Place): string => path.replace(/wf_.*/, '<id>')

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
  const customer = await studio.client.customers.create({
    body: { name: 'Harbour Bakery', email: 'bakery@example.com' },
  })
  await seed(20, (n) =>
    studio.client.invoices.create({
      body: {
        customerId: customer.id,
        lineItems: [{ description: `Bread, week ${n}`, quantity: 1, unitAmountCents: 1_200 }],
      },
    }),
  )
  const rows = Array.from({ length: 20 }, (_, n) => `20.11.2026;Harbour Bakery;Bread ${n};12,00`)
  await studio.client.bank.import(
    new Blob([`Buchungstag;Name;Verwendungszweck;Betrag\n${rows.join('\n')}\n`]),
    {
      mapping: {
        bookedOn: 'Buchungstag',
        amount: 'Betrag',
        counterparty: 'Name',
        reference: 'Verwendungszweck',
      },
    },
  )
  const { id } = await studio.client.workflows.create({
    body: {
      name: 'A small one',
      graph: {
        nodes: [
          {
            id: 'start',
            type: 'trigger.manual',
            name: 'Start',
            params: {},
            position: { x: 0, y: 0 },
          },
        ],
        edges: [],
      },
    },
  })
  const measured = [
    ...places,
    { path: '/invoices', content: 'main a[href^="/invoices/inv"]' },
    { path: '/invoices/new', content: 'main input' },
    { path: '/customers', content: 'main a[href*="cus_"]' },
    { path: '/bank', content: '[aria-label="Transactions"] li' },
    { path: `/workflows/${id}`, content: '.react-flow__node' },
  ]
  await measureLoads(studio, measured)
  await measureSlowLoads(studio, [
    ...measured,
    { path: '/posts?compose=new', content: '[role="dialog"] textarea' },
  ])
  await measureNavigation(studio)
  await measureEvents(studio)
})
