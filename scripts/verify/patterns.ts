import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import { findPatterns } from './find-patterns.ts'

// Fails when a pattern of production code can take more than linear time on some text.

const root = fileURLToPath(new URL('../..', import.meta.url))
const checkTimeoutMs = 60_000

/** Files whose patterns are put together from constants of their own; a person has looked at the results. */
const composedPatterns = new Set([
  'packages/asset-key/src/asset-key.ts',
  'packages/asset-key/src/find-asset-keys.ts',
  'packages/bench-kit/src/load.ts',
  'packages/bench-kit/src/program.ts',
  'packages/config/src/redactor.ts',
  'scripts/connect/person-in-browser.ts',
  'services/assets-service/src/read/http-date.ts',
])

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.(?:test|d)\.[a-z]+$/.test(file))

const places = new Map<string, { source: string; flags: string; where: string[] }>()
const faults: string[] = []
for (const file of files) {
  const found = findPatterns(file, readFileSync(join(root, file), 'utf8'))
  for (const { line, source, flags } of found.patterns) {
    const key = `/${source}/${flags}`
    const place = places.get(key) ?? { source, flags, where: [] }
    place.where.push(`${file}:${line}`)
    places.set(key, place)
  }
  if (composedPatterns.has(file)) continue
  for (const line of found.composed) faults.push(`${file}:${line}: a pattern that cannot be checked`)
}

/** A verdict of the checker's search by chance counts when a second search comes to it, too. */
async function judge(source: string, flags: string) {
  const first = await check(source, flags, { timeout: checkTimeoutMs, randomSeed: 1 })
  if (first.status !== 'vulnerable' || first.checker !== 'fuzz') return first
  return check(source, flags, { timeout: checkTimeoutMs, randomSeed: 2 })
}

// One after the other: asked several at once, the checker's process was seen to mix its verdicts up.
for (const [key, { source, flags, where }] of places) {
  // What repeats nothing takes no longer than the text is long.
  if (!/[*+{]/.test(source)) continue
  const verdict = await judge(source, flags)
  // The checker does not read set notation; such a pattern is for a person to look at.
  const unread = verdict.status === 'unknown' && verdict.error.kind !== 'timeout'
  if (verdict.status === 'safe' || unread) continue
  const growth = verdict.status === 'vulnerable' ? verdict.complexity.summary : 'no verdict in time'
  faults.push(`${where.join(', ')}: ${key}: ${growth}`)
}

for (const fault of faults.sort()) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
