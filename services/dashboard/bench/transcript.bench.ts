import { report } from '@atrium/bench-kit'
import type { TranscriptEntry } from '@atrium/contracts'
import { type Client, createClient } from '@atrium/sdk'
import type { Browser, Page } from 'playwright-core'
import { framesDuring } from './frames-during.ts'
import { longestTask } from './longest-task.ts'
import { type Studio, withStudio } from './studio.ts'

// Measures the page of an agent run while its command writes without a pause, and after it has
// written 100,000 lines.
const rounds = 5
const lines = 100_000
const perSecond = 5_000
/** The lines before the first round, and those in each round. The last round ends at 100,000. */
const linesBefore = 20_000
const linesOfRound = (lines - linesBefore) / (2 * rounds)
const batch = 500
const esc = '\u001b'
const figure = (n: number): string => n.toLocaleString('en')

const lineAt = (n: number): TranscriptEntry => ({
  at: new Date(1_700_000_000_000 + n).toISOString(),
  stream: n % 50 === 0 ? 'err' : 'out',
  text:
    n % 3 === 0
      ? `${esc}[32m✓${esc}[0m ${esc}[1msrc/part-${n % 97}/file-${n}.ts${esc}[0m ${esc}[2m(${n % 40} ms)${esc}[0m compiled and checked`
      : `${n} a line of a build that says which file it reads, what it makes of it, and how long it takes`,
})

/**
 * The largest lines that the platform accepts: one with only style changes, and one with only one
 * word.
 */
const hostileAt = (n: number): TranscriptEntry => ({
  at: lineAt(n).at,
  stream: 'out',
  text: (n % 2 === 0 ? `${esc}[1mx${esc}[31my` : 'keelboat').repeat(13_000).slice(0, 65_536),
})

interface Writer {
  readonly id: string
  readonly next: () => number
  write(count: number, entryAt?: (n: number) => TranscriptEntry): Promise<void>
  finish(): Promise<void>
}

/** The user's run, claimed by a writing agent. */
async function startRun({ client, url }: Studio): Promise<Writer> {
  const { key } = await client.auth.createApiKey({ name: 'agent' })
  const agent: Client = createClient({ baseUrl: url, apiKey: key })
  const { id } = await client.agentRuns.create({ body: { kind: 'implement', prompt: 'Build it' } })
  const claimed = await agent.agentRuns.claim({ body: { agent: { name: 'desk', host: 'bench' } } })
  if (claimed === undefined) throw new Error('the run was not claimed')
  const { lease } = claimed
  const params = { id }
  let next = 0
  return {
    id,
    next: () => next,
    async write(count, entryAt = lineAt) {
      const entries = Array.from({ length: count }, (_, at) => entryAt(next + at))
      await agent.agentRuns.append({ params, body: { from: next, entries } }, { lease })
      next += count
    },
    finish: async () =>
      void (await agent.agentRuns.finish({ params, body: { status: 'succeeded' } }, { lease })),
  }
}

/** Writes `perSecond` lines per second for a while. */
async function writeLive(writer: Writer): Promise<void> {
  const began = performance.now()
  for (let written = 0; written < linesOfRound; written += batch) {
    const ahead = (written / perSecond) * 1_000 - (performance.now() - began)
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead))
    await writer.write(batch)
  }
}

const lastLine = (page: Page, n: number) =>
  page.getByRole('log').getByText(String(n), { exact: true }).waitFor()

const frame = (page: Page) => page.evaluate(() => new Promise(requestAnimationFrame))

async function scroll(page: Page): Promise<void> {
  const box = await page.getByRole('log').boundingBox()
  if (box === null) throw new Error('no transcript')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (const step of [...Array(60).fill(-2_000), ...Array(60).fill(2_000)] as number[]) {
    await page.mouse.wheel(0, step)
    await frame(page)
  }
}

/** Types a search text found in one line of 97, and goes from line to line. */
async function search(page: Page): Promise<void> {
  const field = page.getByLabel('Search the transcript')
  await field.click()
  await field.pressSequentially('part-41/', { delay: 50 })
  for (let n = 0; n < 20; n += 1) {
    await field.press('Enter')
    await frame(page)
  }
  await field.fill('')
}

async function measure(browser: Browser, page: Page, name: string, work: () => Promise<void>) {
  const frames: number[] = []
  const longest: number[] = []
  for (let round = 0; round < rounds; round += 1) frames.push(await framesDuring(page, work))
  for (let round = 0; round < rounds; round += 1)
    longest.push(await longestTask(browser, page, work))
  report({ name: `transcript, ${name}`, value: frames, unit: 'frames/s', target: '>= 50' })
  report({
    name: `transcript, ${name}, longest task`,
    value: longest,
    unit: 'ms',
    target: '<= 100',
  })
}

/** Returns the megabytes of the page's objects. */
async function readHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

await withStudio(async (studio) => {
  const { browser } = studio
  const writer = await startRun(studio)
  while (writer.next() < linesBefore) await writer.write(5_000)
  const page = await studio.openPage()
  await page.goto(`${studio.url}/agent-tasks/${writer.id}`)
  await lastLine(page, writer.next())
  await measure(browser, page, `live at ${figure(perSecond)} lines a second`, () =>
    writeLive(writer),
  )
  // The page has followed the end all the time.
  await lastLine(page, lines)
  await writer.finish()

  await page.goto(`${studio.url}/agent-tasks/${writer.id}`)
  await page.getByText(`${figure(writer.next())} lines`).waitFor()
  await measure(browser, page, `${figure(lines)} lines, scrolling`, () => scroll(page))
  await measure(browser, page, `${figure(lines)} lines, searching`, () => search(page))
  report({
    name: `transcript, ${figure(lines)} lines, heap of the page`,
    value: await readHeap(page),
    unit: 'MB',
    target: '<= 150',
  })

  const hostile = await startRun(studio)
  for (let n = 0; n < 40; n += 1) await hostile.write(5, hostileAt)
  await hostile.finish()
  await page.goto(`${studio.url}/agent-tasks/${hostile.id}`)
  await page.getByText(`${hostile.next()} lines`).waitFor()
  await measure(browser, page, 'lines of 65,536 characters, scrolling', () => scroll(page))
})
