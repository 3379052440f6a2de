import { parseArgs } from 'node:util'
import { connectBus } from '@atrium/messaging'
import { createMetrics, createTracing } from '@atrium/telemetry'
import { pino } from 'pino'
import { modelPorts } from '../src/nodes/model-ports.ts'
import { evaluate, formatTable } from './evaluate.ts'
import { evaluationSets } from './labelled.ts'

// `npm run evaluate -- [triage|slop|invoices…] --org <id> --user <id>` runs the nodes over labelled
// examples. The connect service chooses the model for this user, over the platform's bus
// (`NATS_URL`). Without a user, only the invoice gate decides, and the other sets are left out.
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--'),
  options: { org: { type: 'string' }, user: { type: 'string' }, nats: { type: 'string' } },
  allowPositionals: true,
})
const { org, user } = values
const bus =
  org === undefined || user === undefined
    ? undefined
    : await connectBus({
        url: values.nats ?? process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222',
        service: 'workflow',
        namespace: process.env['NATS_NAMESPACE'],
        logger: pino({ level: 'warn' }),
        metrics: createMetrics('evaluation'),
        tracing: await createTracing('evaluation', undefined),
      })
const models = bus === undefined ? null : modelPorts(bus)
const sets = evaluationSets().filter(
  ({ name }) =>
    (positionals.length === 0 || positionals.includes(name)) &&
    (models !== null || name === 'invoices'),
)
if (models === null)
  console.log('Without --org and --user no model is asked: the gate of the invoices alone.')
const evaluations = []
for (const set of sets) {
  const done = await evaluate(set, models, { orgId: org ?? 'org_1', userId: user ?? 'usr_1' })
  evaluations.push(done)
  if (done.wrong.length > 0) console.log(`${done.name}: wrong: ${done.wrong.join(', ')}`)
  if (done.failed > 0) console.log(`${done.name}: ${done.message ?? ''}`)
}
console.log(formatTable(evaluations))
await bus?.drain()
