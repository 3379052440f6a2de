import { findSql } from './find-sql.ts'
import { productionFiles } from './tracked-files.ts'

// Fails if SQL is outside a service's `*.db.ts` files and migrations, or if the table `outbox` is
// named outside the two packages that own it. Everyone else uses `emit`, `emitJob` and
// `outboxRows`, which write it with schema, trace and request id.

/** Files that name the outbox but do not write past `emit`, each with its reason. */
const outboxReaders = new Set([
  // A database trigger emits for rows that better-auth writes in its own transactions.
  'services/identity-service/src/migrations/0004-events.ts',
  // The command finds the services' schemas by their tables.
  'packages/cli/src/dead-letters/find-services.ts',
  // A trigger in a test's database keeps the audit records.
  'packages/service-testkit/src/keep-audit.ts',
])

const ownsOutbox = (file: string): boolean => /^packages\/(?:database|messaging)\//.test(file)
const holdsSql = (file: string): boolean =>
  file.startsWith('packages/') || /\.db\.ts$|\/migrations\//.test(file)

const faults: string[] = []
for (const { path: file, text } of productionFiles()) {
  const { templates, outbox } = findSql(file, text)
  if (!holdsSql(file)) {
    for (const line of templates) faults.push(`${file}:${line}: SQL belongs in a *.db.ts file`)
  }
  if (ownsOutbox(file) || outboxReaders.has(file)) continue
  for (const line of outbox)
    faults.push(`${file}:${line}: the outbox is written by emit, emitJob and outboxRows`)
}

for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
