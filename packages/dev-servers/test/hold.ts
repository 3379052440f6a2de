// Starts one server, prints its process id and URL as JSON, and runs until it is killed.
import { startGuardedProcess } from '../src/guarded-process.ts'
import { startNats } from '../src/nats/start-nats.ts'
import { freePort } from '../src/ports.ts'
import { startPostgres } from '../src/postgres/start-postgres.ts'

const [what = '', folder = ''] = process.argv.slice(2)

async function start() {
  const port = await freePort()
  if (what === 'postgres') return startPostgres({ dataDir: folder, port, fsync: false })
  if (what === 'nats') return startNats({ storeDir: folder, port })
  return startGuardedProcess({ name: 'sleep', file: 'sleep', args: ['1000'] })
}

const server = await start()
console.log(
  JSON.stringify({
    pid: server.pid,
    url: 'url' in server ? server.url : null,
    uid: process.getuid?.(),
  }),
)
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
