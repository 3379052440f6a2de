import { readFileSync } from 'node:fs'
import { compareContracts } from '../releases/compare-contracts.ts'
import { isTableChange } from '../releases/compare-tables.ts'
import { describeContracts } from '../releases/contracts.ts'
import { judgeChanges } from '../releases/judge-changes.ts'
import {
  exceptionsFile,
  findLastRelease,
  listReleases,
  readContracts,
  readExceptions,
  releasesFolder,
} from '../releases/release-files.ts'
import { trackedFiles } from './tracked-files.ts'

// Fails if an event, a job, an RPC or a route has changed so that the last release cannot live with
// it. scripts/releases/database.test.ts compares the tables.

const last = findLastRelease()
const changes = compareContracts(readContracts(last), describeContracts(last), last)
let sources: ReturnType<typeof trackedFiles> | undefined
/** Returns the file that declares an event, an RPC, an operation or a named schema. */
const findFile = (source: string): string => {
  sources ??= trackedFiles(
    ['packages/*/src/**/*.ts', 'services/gateway/src/openapi/auth-routes.json'],
    /\.test\.ts$/,
  )
  return sources.find(({ text }) => declares(text, source))?.path ?? `${releasesFolder}/${last}`
}

/** True for `defineEvent('task.created'`, `id: 'createCard'` and `${service}.dead-letters`. */
function declares(text: string, source: string): boolean {
  const ends = ['(', 'id:', 'subject:', 'type:']
  return (
    text.includes(`"${source}"`) ||
    text.includes(`}.${source.split('.').at(-1)}\``) ||
    text
      .split(`'${source}'`)
      .slice(0, -1)
      .some((before) => ends.some((end) => before.trimEnd().endsWith(end)))
  )
}

const faults = judgeChanges(changes, {
  exceptions: readExceptions().filter(({ change }) => !isTableChange(change)),
  releases: listReleases(),
  findFile,
})
const present = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  version: string
}
if (!listReleases().includes(present.version)) {
  const command = `npm run program -- scripts/releases/write-release.ts ${present.version}`
  faults.push(`${releasesFolder} has no ${present.version} of package.json: ${command} writes it.`)
}
for (const fault of faults) console.log(fault)
if (faults.length > 0) {
  console.log(
    `If ${last} can live with a change all the same, list it in ${exceptionsFile} (docs/contributing.md).`,
  )
  process.exitCode = 1
}
