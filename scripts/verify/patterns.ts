import { findGrowth } from './find-growth.ts'
import { findPatterns } from './find-patterns.ts'
import { trackedFiles } from './tracked-files.ts'

// Fails if a pattern in production code can take more than linear time on some text.

/** Files with patterns from their own constants. The results were reviewed manually. */
const composedPatterns = new Set([
  'packages/asset-key/src/asset-key.ts',
  'packages/asset-key/src/find-asset-keys.ts',
  'packages/bench-kit/src/load.ts',
  'packages/bench-kit/src/program.ts',
  'packages/config/src/redaction/redactor.ts',
  'scripts/connect/person-in-browser.ts',
  'services/assets-service/src/read/http-date.ts',
])

const places = new Map<string, { source: string; flags: string; where: string[] }>()
const faults: string[] = []
for (const { path: file, text } of trackedFiles(
  ['*.ts', '*.tsx', '*.mjs'],
  /\.(?:test|d)\.[a-z]+$/,
)) {
  const found = findPatterns(file, text)
  for (const { line, source, flags } of found.patterns) {
    const key = `/${source}/${flags}`
    const place = places.get(key) ?? { source, flags, where: [] }
    place.where.push(`${file}:${line}`)
    places.set(key, place)
  }
  if (composedPatterns.has(file)) continue
  for (const line of found.composed)
    faults.push(`${file}:${line}: a pattern that cannot be checked`)
}

for (const [key, { source, flags, where }] of places) {
  const growth = findGrowth(source, flags)
  if (growth !== undefined) faults.push(`${where.join(', ')}: ${key}: ${growth}`)
}

for (const fault of faults.sort()) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
