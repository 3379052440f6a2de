import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-journal-'))
  file = join(folder, 'changes.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('keeps a small file with only the latest values, even if they change often', async () => {
  const journal = openJournal(file)
  const text = 'x'.repeat(10_000)
  for (let n = 0; n < 1_000; n += 1) journal.append([[['place', String(n % 3)], { n, text }]])
  journal.append([[['place', '0'], undefined]])
  const again = openJournal(file)
  expect((await stat(file)).size).toBeLessThan(30_000)
  expect(again.found.map(([place, value]) => [place, (value as { n: number }).n])).toEqual([
    [['place', '1'], 997],
    [['place', '2'], 998],
  ])
})
