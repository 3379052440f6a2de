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
  writeFormatted(fileOf(area), sortKeys(examples))
}

const authRoutes = `${root}services/gateway/src/openapi/auth-routes.json`

/** The recorded routes of the sign-in library, which are no operations of the contracts. */
export const readAuthRoutes = (): unknown => JSON.parse(readFileSync(authRoutes, 'utf8'))

/** Writes the routes of the sign-in library for the API document, sorted by path. */
export const writeAuthRoutes = ({ paths, ...rest }: { paths: object }): void =>
  writeFormatted(authRoutes, { paths: sortKeys(paths), ...rest })

const sortKeys = (record: object): object =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

function writeFormatted(file: string, value: object): void {
  writeFileSync(file, JSON.stringify(value))
  execFileSync(`${root}node_modules/.bin/biome`, ['format', '--write', file])
}
