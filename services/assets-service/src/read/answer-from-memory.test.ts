import { once } from 'node:events'
import { unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bytesOf, keyFor } from '@atrium/blob-store/testing'
import { newId } from '@atrium/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { pngOf } from '../../test/media-samples.ts'
import { trustMs } from './read-asset.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

/** Asks on one connection, one after the other, and gives the bytes of each answer. */
async function ask(...requests: string[]): Promise<string[]> {
  const socket = connect(harness.port, '127.0.0.1')
  await once(socket, 'connect')
  const answers: string[] = []
  for (const request of requests) {
    socket.write(request)
    let answer = ''
    while (!isWhole(answer)) {
      const [chunk] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })
      answer += (chunk as Buffer).toString('latin1')
    }
    answers.push(answer)
  }
  socket.destroy()
  return answers
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  return end !== -1 && answer.length >= end + 4 + Number(/content-length: (\d+)/i.exec(answer)?.[1])
}

const get = (key: string, ...lines: string[]) =>
  `GET /api/assets/${key} HTTP/1.1\r\n${['Host: a', ...lines].join('\r\n')}\r\n\r\n`
const varying = (answer: string) =>
  answer.replace(/^X-Request-Id: .*$/im, 'X-Request-Id: …').replace(/^Date: .*$/m, 'Date: …')
const observed = async () =>
  (await harness.deps.metrics.http.get()).values.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && String(labels.status) === '200',
  )?.value ?? 0

/** Stores a blob and reads it once, so that it is in memory. */
async function remembered(bytes: number): Promise<string> {
  const key = keyFor(newId('org'))
  await harness.deps.store.put(key, bytesOf(pngOf(bytes)))
  await ask(get(key))
  expect(harness.deps.cache.peek(key)).toBeDefined()
  return key
}

it.each([1_000, 4_000, 100_000])(
  'answers %i bytes as the ordinary way does, byte for byte',
  async (bytes) => {
    const key = await remembered(bytes)
    const before = await observed()
    const [quick = '', again, slow] = await ask(get(key), get(key), get(key, 'X-Odd: 1'))
    expect(varying(quick)).toBe(varying(slow ?? ''))
    expect(varying(quick)).toBe(varying(again ?? ''))
    expect(quick.slice(quick.indexOf('\r\n\r\n') + 4)).toBe(pngOf(bytes).toString('latin1'))
    expect(await observed()).toBe(before + 3)
  },
)

it('gives an acceptable request id back and makes one of its own otherwise', async () => {
  const key = await remembered(1_000)
  const [given, odd] = await ask(get(key, 'X-Request-Id: mine-1'), get(key, 'X-Request-Id: not/mine'))
  expect(given).toContain('\r\nX-Request-Id: mine-1\r\n')
  expect(odd).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
})

it('leaves conditions, ranges and credentials to the ordinary way', async () => {
  const key = await remembered(1_000)
  const etag = /ETag: (.*)\r/.exec((await ask(get(key)))[0] ?? '')?.[1]
  const cases = [
    ['Range: bytes=0-9', '206'],
    ['Range: bytes=5000-', '416'],
    [`If-Match: "other"`, '412'],
    ['X-Atrium-Principal: forged', '401'],
  ]
  for (const [line = '', status] of cases) {
    expect((await ask(get(key), get(key, line)))[1]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  }
  const { status } = await harness.send('GET', `/api/assets/${key}`, { 'if-none-match': etag ?? '' })
  expect(status).toBe(304)
})

it('asks the store anew while a blob is in use, and shows a removed one no longer than the trust lasts', async () => {
  const key = await remembered(1_000)
  const first = harness.deps.cache.peek(key)?.checkedAt ?? 0
  await pause(trustMs / 2 + 100)
  await ask(get(key))
  await pause(100)
  expect(harness.deps.cache.peek(key)?.checkedAt).toBeGreaterThan(first)
  await unlink(join(harness.directory, key))
  await pause(trustMs + 50)
  expect((await ask(get(key)))[0]).toMatch(/^HTTP\/1.1 404 /)
})
