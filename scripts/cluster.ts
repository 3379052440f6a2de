import { parseArgs } from 'node:util'
import { playCluster } from './cluster/play-cluster.ts'

// `npm run cluster -- [word…]` starts the platform with replicas of every service, three NATS servers
// and a PostgreSQL with a standby, kills parts of it under load, and checks that nothing
// acknowledged is lost or doubled. Words choose the faults whose name contains one. `--keep-logs`
// keeps the logs of the services. Exits with 1 if something is wrong.
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'keep-logs': { type: 'boolean', default: false } },
  })
  const options = { words: positionals, keepsLogs: values['keep-logs'] }
  const problems = await playCluster({ say: console.log, ...options })
  for (const problem of problems) console.error(`problem: ${problem}`)
  if (problems.length === 0) console.log('\nThe tally balances.')
  process.exit(problems.length === 0 ? 0 : 1)
} catch (error) {
  console.error(`atrium: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
