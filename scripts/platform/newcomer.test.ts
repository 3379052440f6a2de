import { afterAll, beforeAll, expect, test } from 'vitest'
import { playNewcomer } from '../newcomer/play-newcomer.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

test("a newcomer's first minutes work from sign-up to purge", async () => {
  const said: string[] = []
  await playNewcomer(platform.baseUrl, (line) => said.push(line))
  expect(said.length).toBeGreaterThan(8)
})

test('no request of a newcomer is answered with a 5xx or logged as an error', () => {
  const lines = platform.log.lines.map((line) => JSON.parse(line) as { level: number; status?: number })
  expect(lines.filter((line) => line.level >= 50 || (line.status ?? 0) >= 500)).toEqual([])
})
