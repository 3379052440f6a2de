import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RecordedExamples } from '@atrium/gateway/reference-examples'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fileOf = (area: string): string => `${root}services/gateway/src/openapi/examples/${area}.json`

/** The recorded examples of an area; none without a file. */
export const readRecorded = (area: string): RecordedExamples =>
  existsSync(fileOf(area)) ? (JSON.parse(readFileSync(fileOf(area), 'utf8')) as RecordedExamples) : {}

/** Writes the recorded examples of an area, sorted by operation id and formatted as the linter wants them. */
export function writeRecorded(area: string, examples: RecordedExamples): void {
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(fileOf(area), JSON.stringify(sorted))
  execFileSync(`${root}node_modules/.bin/biome`, ['format', '--write', fileOf(area)])
}
