import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedExamples } from '@atrium/gateway/reference-examples'

const root = fileURLToPath(new URL('../..', import.meta.url))
const recordedFile = (area: string): string =>
  `${root}services/gateway/src/openapi/examples/${area}.json`

/** Returns an area's recorded examples. Empty if there is no file. */
export const readRecorded = (area: string): RecordedExamples =>
  existsSync(recordedFile(area))
    ? (JSON.parse(readFileSync(recordedFile(area), 'utf8')) as RecordedExamples)
    : {}

/** Writes an area's recorded examples, sorted by operation id and formatted for the linter. */
export function writeRecorded(area: string, examples: RecordedExamples): void {
  writeFormatted(recordedFile(area), sortKeys(examples))
}

const authRoutes = `${root}services/gateway/src/openapi/auth-routes.json`

/** Returns the sign-in library's recorded routes. They are not operations in the contracts. */
export const readAuthRoutes = (): unknown => JSON.parse(readFileSync(authRoutes, 'utf8'))

/** Writes the sign-in library's routes for the API document, sorted by path. */
export const writeAuthRoutes = ({ paths, ...rest }: { paths: object }): void =>
  writeFormatted(authRoutes, { paths: sortKeys(paths), ...rest })

const sortKeys = (record: object): object =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Writes JSON formatted for the linter, and creates the folder. */
export function writeFormatted(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
  execFileSync(`${root}node_modules/.bin/biome`, ['format', '--write', file])
}
