import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findSql } from './find-sql.ts'

// Fails when SQL stands outside a service's `*.db.ts` files and migrations, or when the table `outbox` is named outside
// the two packages that own it: elsewhere `emit`, `emitJob` and `outboxRows` write it, with schema, trace and request id.

const root = fileURLToPath(new URL('../..', import.meta.url))

/** SQL that moves to a `*.db.ts` file when its feature is next rewritten; no file is added. */
const waitingFiles = new Set<string>()

/** Files that name the outbox and do not write it past `emit`, each with its reason. */
const outboxReaders = new Set([
  // A trigger of the database emits for rows that better-auth writes in its own transactions.
  'services/identity-service/src/migrations/0002-events.ts',
  // The command finds the schemas of the services by their tables.
  'packages/cli/src/dead-letters/find-services.ts',
])

const isTest = (file: string): boolean => /\.test\.ts$|\/(?:test|bench|chaos)\//.test(file)
const ownsOutbox = (file: string): boolean => /^packages\/(?:database|messaging)\//.test(file)
const holdsSql = (file: string): boolean =>
  file.startsWith('packages/') || /\.db\.ts$|\/migrations\//.test(file) || waitingFiles.has(file)

const files = execFileSync('git', ['ls-files', 'packages/**/*.ts', 'services/**/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !isTest(file))

const faults: string[] = []
const withSql = new Set<string>()
for (const file of files) {
  const { templates, outbox } = findSql(file, readFileSync(join(root, file), 'utf8'))
  if (templates.length > 0) withSql.add(file)
  if (!holdsSql(file)) {
    for (const line of templates) faults.push(`${file}:${line}: SQL belongs in a *.db.ts file`)
  }
  if (ownsOutbox(file) || outboxReaders.has(file)) continue
  for (const line of outbox)
    faults.push(`${file}:${line}: the outbox is written by emit, emitJob and outboxRows`)
}
for (const file of waitingFiles) {
  if (!withSql.has(file)) faults.push(`${file}: holds no SQL any more; take it off the list of waiting files`)
}

for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
