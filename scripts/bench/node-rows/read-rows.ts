import { type Measurement, median } from '@atrium/bench-kit'
import { deliver, openBox, openCalendars, putEvent } from '@atrium/sandbox'
import { type BenchPerson, type BenchWorld, lasted, line, pause } from './bench-world.ts'

const sentence =
  'The harbour bakery opens at six, bakes until noon, and sells what is left at half price.'
const user = (world: BenchWorld) => {
  const [first] = world.sandbox.mailbox.settings.users
  if (first === undefined) throw new Error('the stand-in has no account')
  return first
}

/** Measures `read_url` on a 1 MB page, run by run, next to a small run of the same organisation. */
export async function pageRows({ sandbox }: BenchWorld, { workflow, fire, ended }: BenchPerson) {
  const paragraph = Array.from({ length: 6 }, () => sentence).join(' ')
  const text = Array.from(
    { length: Math.ceil(1_000_000 / paragraph.length) },
    () => paragraph,
  ).join('\n\n')
  sandbox.web.put({ slug: 'long', title: 'A long page', text })
  const reads = await workflow(line(['read_url', { url: '{{ $json.url }}' }]))
  const small = await workflow(line(['limit']))
  const pages: number[] = []
  const beside: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const runId = await fire(reads, { url: `${sandbox.url}/web/pages/long?n=${n}` })
    const started = performance.now()
    await ended(small, await fire(small))
    beside.push(performance.now() - started)
    pages.push(lasted(await ended(reads, runId), 'read_url'))
  }
  return [
    {
      name: 'nodes: page of 1 MB fetched and extracted, p50',
      value: median(pages),
      unit: 'ms',
      target: '<= 150',
    },
    {
      name: 'nodes: a small run at the same time, p50',
      value: median(beside),
      unit: 'ms',
      target: 'none',
    },
  ] satisfies Measurement[]
}

const messages = 10_000

/** Measures the first sync of a full mailbox. Every message becomes a card. */
export async function mailRows(world: BenchWorld, { connect, workflow, fire, ended }: BenchPerson) {
  const box = openBox(world.sandbox.mailbox.mail, user(world).id)
  const now = Date.now()
  for (let n = 0; n < messages; n += 1) {
    const text = `${sentence}\n\nNumber ${n}.`
    const mail = { from: 'ana@example.com', to: 'bakery@example.com', subject: `Order ${n}`, text }
    deliver(box, mail, { receivedAt: now - (messages - n) * 1_000 })
  }
  const connector = await connect('mailbox')
  const sync = await workflow(
    line(
      ['read_mailbox', { connector }],
      ['create_card', { title: '{{ $json.title }}', body: '{{ $json.snippet }}' }],
    ),
  )
  const run = await ended(sync, await fire(sync))
  const cards = run.nodes.find(({ type }) => type === 'create_card')?.itemsOut ?? 0
  if (cards !== messages) throw new Error(`${cards} cards of ${messages} messages`)
  const rate = cards / (lasted(run) / 1_000)
  return [
    {
      name: 'nodes: mailbox of 10,000 messages, first sync to cards',
      value: rate,
      unit: 'messages/s',
      target: '>= 200',
    },
  ] satisfies Measurement[]
}

const events = 5_000
/** The messages in the window for new cards. The first sync writes them. */
const inWindow = 500
const day = 86_400_000

/** Measures a calendar sync without changes since the previous one. */
export async function calendarRows(world: BenchWorld, person: BenchPerson, connector: string) {
  const { client, workflow, fire, ended } = person
  const calendar = [...openCalendars(world.sandbox.mailbox.calendars, user(world)).values()].find(
    ({ primary }) => primary,
  )
  if (calendar === undefined) throw new Error('the stand-in has no calendar')
  for (let n = 0; n < events; n += 1) {
    const days = n < inWindow ? 1 + (n * 25) / inWindow : 60 + (n % 600)
    const start = Date.now() + days * day
    const moment = (at: number) => ({ dateTime: new Date(at).toISOString() })
    putEvent(calendar, {
      summary: `Event ${n}`,
      start: moment(start),
      end: moment(start + 3_600_000),
    })
  }
  const sync = await workflow(line(['calendar_to_tasks', { connector, calendars: ['primary'] }]))
  const newest = async () =>
    (
      await client.cards.list({
        query: { kind: 'calendar', sortBy: 'updatedAt', sortDir: 'desc', limit: 1 },
      })
    ).items[0]
  await ended(sync, await fire(sync))
  const before = await newest()
  if (before === undefined) throw new Error('the first sync made no card')
  const warm: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await pause(100)
    warm.push(lasted(await ended(sync, await fire(sync))) / 1_000)
  }
  const after = await newest()
  const written = after?.id === before.id && after.updatedAt === before.updatedAt ? 0 : 1
  return [
    {
      name: 'nodes: calendar of 5,000 events, warm sync without changes',
      value: median(warm),
      unit: 's',
      target: '<= 1',
    },
    { name: 'nodes: cards that a warm sync wrote', value: written, unit: '', target: '<= 0' },
  ] satisfies Measurement[]
}
