import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { writeFormatted } from '../reference/recorded-file.ts'
import type { Contracts } from './contracts.ts'
import type { Tables } from './tables.db.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder with one sub-folder for each release, below the repository root. */
export const releasesFolder = 'infra/releases'
export const exceptionsFile = `${releasesFolder}/exceptions.json`

const Exceptions = z.array(
  z.strictObject({
    /** The change as the check prints it, up to "so". */
    change: z.string().min(1),
    /** The release from which on the change breaks nobody. */
    since: z.string(),
    reason: z.string().min(20),
  }),
)

/** A change that is allowed although the last release's schemas say that it breaks something. */
export type Exception = z.infer<typeof Exceptions>[number]

/** Returns all releases, the oldest first. */
export const listReleases = (): string[] =>
  readdirSync(`${root}${releasesFolder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(compareVersions)

/** Returns the newest release. Throws if there is none. */
export function findLastRelease(): string {
  const last = listReleases().at(-1)
  if (last === undefined) throw new Error(`${releasesFolder} has no release`)
  return last
}

function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number))
  const [difference = 0] = [0, 1, 2]
    .map((index) => (ones?.[index] ?? 0) - (others?.[index] ?? 0))
    .filter((each) => each !== 0)
  return difference
}

const locate = (version: string, file: string): string =>
  `${root}${releasesFolder}/${version}/${file}`
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Returns the contracts of a release. */
export const readContracts = (version: string): Contracts => ({
  messages: readJson(locate(version, 'messages.json')) as Contracts['messages'],
  http: readJson(locate(version, 'openapi.json')) as Contracts['http'],
})

export function writeContracts(version: string, { messages, http }: Contracts): void {
  writeFormatted(locate(version, 'messages.json'), messages)
  writeFormatted(locate(version, 'openapi.json'), http)
}

/** A service's schema in one release. */
export interface ReleasedSchema {
  readonly migrations: readonly string[]
  readonly tables: Tables
}

/** Returns a service's schema. Undefined if the release had no such service. */
export function readReleasedSchema(version: string, schema: string): ReleasedSchema | undefined {
  const path = locate(version, `database/${schema}.json`)
  return existsSync(path) ? (readJson(path) as ReleasedSchema) : undefined
}

export const writeReleasedSchema = (
  version: string,
  schema: string,
  released: ReleasedSchema,
): void => writeFormatted(locate(version, `database/${schema}.json`), released)

export const readExceptions = (): Exception[] =>
  Exceptions.parse(readJson(`${root}${exceptionsFile}`))

/** Removes all exceptions, because the new release has made their changes. */
export const clearExceptions = (): void => writeFormatted(`${root}${exceptionsFile}`, [])
