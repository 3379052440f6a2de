// Ends when PostgreSQL and NATS accept connections. Each argument has the addresses of one server, or of several that
// can replace each other: `a:4222,b:4222`.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const accepts = (address) =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(`tcp://${address}`)
    const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port, timeout: 3_000 })
    const end = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.on('connect', () => end(true))
    socket.on('timeout', () => end(false))
    socket.on('error', () => end(false))
  })

// The first process of a container has no default signal handlers.
process.on('SIGTERM', () => process.exit(1))
// The chart passes this text to --eval, so no argument is the path of a program.
for (const servers of process.argv.slice(1)) {
  const reach = () => Promise.all(servers.split(',').map(accepts))
  while (!(await reach()).includes(true)) {
    console.log(`waiting for ${servers}`)
    await pause(1_000)
  }
}
