import { parseArgs } from 'node:util'
import { playUpgrade } from './cluster/play-upgrade.ts'

// `npm run upgrade -- <commit or tag>` starts the cluster of `npm run cluster` from an earlier commit
// and replaces one replica after the other with this repository's, under load. Exits with 1 if a
// client's ordinary retries do not suffice, or if something acknowledged is lost or doubled.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'keep-logs': { type: 'boolean', default: false } },
  })
  const [from] = positionals
  if (from === undefined) throw new Error('name the commit or tag to upgrade from')
  const problems = await playUpgrade({ say: console.log, from, keepsLogs: values['keep-logs'] })
  for (const problem of problems) console.error(`problem: ${problem}`)
  if (problems.length === 0) console.log('\nThe tally balances.')
  process.exit(problems.length === 0 ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
