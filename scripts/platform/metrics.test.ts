import { createECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './harness.ts'

const page = readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8')

let platform: TestPlatform
const texts = new Map<string, string>()

function drawPushKeys() {
  const pair = createECDH('prime256v1')
  return {
    PUSH_VAPID_PUBLIC_KEY: pair.generateKeys('base64url'),
    PUSH_VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
  }
}

beforeAll(async () => {
  platform = await startTestPlatform({
    COMMIT_SHA: 'abc123',
    ...drawPushKeys(),
  })
  for (const [name, { internalUrl }] of platform.services)
    texts.set(name, await (await fetch(`${internalUrl}/metrics`)).text())
})
afterAll(() => platform?.stop())

/** Returns the type of each of the platform's own metrics. */
const readTypes = (): Map<string, string> =>
  new Map(
    [...texts.values()].flatMap((text) =>
      [...text.matchAll(/^# TYPE (atrium_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [
        name,
        type,
      ]),
    ),
  )

test('describes every metric with its type on the reference page, and no other metric', () => {
  const described = page
    .split('\n')
    .filter((line) => line.startsWith('| `atrium_'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      const type = cells.find((cell) => ['counter', 'gauge', 'histogram'].includes(cell))
      return [cells[1]?.replaceAll('`', ''), type]
    })
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(readTypes()))
})

test('serves every counter with 0 from the start', () => {
  const counters = [...readTypes()].filter(([, type]) => type === 'counter')
  expect(counters.length).toBeGreaterThan(15)
  const all = [...texts.values()].join('\n')
  for (const [name] of counters) expect(all).toMatch(new RegExp(`^${name}\\{.*\\} 0$`, 'm'))
})

test('serves the dead letters of every consumer and queue with 0 from the start', () => {
  for (const [service, text] of texts) {
    if (['gateway', 'mcp'].includes(service)) continue
    expect(text).toContain(`atrium_dead_letters_total{consumer="outbox",service="${service}"} 0`)
  }
  const consumers = [...texts.values()].join('\n').match(/^atrium_dead_letters_total\{.*\} 0$/gm)
  expect(consumers?.length).toBeGreaterThan(30)
})

test('serves readiness, build and process of every service', () => {
  for (const [service, text] of texts) {
    expect(text).toContain(`atrium_ready{service="${service}"} 1`)
    expect(text).toMatch(/^atrium_build_info\{version="[\d.]+",commit="abc123",service="\w+"\} 1$/m)
    expect(text).toMatch(/^process_cpu_seconds_total\{/m)
    expect(text).toMatch(/^nodejs_heap_size_used_bytes\{/m)
  }
})
