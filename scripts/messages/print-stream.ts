import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

// Prints a stream's newest messages and the state of its consumers. It only reads, so nothing is
// acknowledged:
// `npm run program -- scripts/messages/print-stream.ts [EVENTS|JOBS] [--subject <pattern>] [--last
// <n>]`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { subject: { type: 'string' }, last: { type: 'string', default: '10' } },
})
const [name = 'EVENTS'] = positionals

/**
 * Returns the server address of the platform from `npm start`, with a user who may see every
 * subject.
 */
async function readAddress(home: string): Promise<{ servers: string; user: string; pass: string }> {
  const config = await readFile(join(home, 'nats', 'nats-server.conf'), 'utf8')
  const [, servers] = /^listen: "(.+)"$/m.exec(config) ?? []
  const { nats } = JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')) as {
    nats: Readonly<Record<string, string>>
  }
  if (servers === undefined || nats['operator'] === undefined)
    throw new Error(`${home} has no NATS server`)
  return { servers, user: 'operator', pass: nats['operator'] }
}

/** True if a subject matches a pattern with NATS wildcards. */
function matches(subject: string, pattern = '>'): boolean {
  const [tokens, wanted] = [subject.split('.'), pattern.split('.')]
  const isOpen = wanted.at(-1) === '>'
  if (isOpen ? tokens.length < wanted.length : tokens.length !== wanted.length) return false
  return wanted.every((token, at) => token === '*' || token === '>' || token === tokens[at])
}

const connection = await connect(
  await readAddress(resolve(process.env['ATRIUM_HOME'] || '.atrium')),
)
try {
  const client = jetstream(connection)
  const manager = await client.jetstreamManager()
  const { state } = await manager.streams.info(name)
  console.log(
    `${name}: ${state.messages} messages, ${state.bytes} bytes, sequence ${state.last_seq}`,
  )
  for await (const { name: consumer, num_pending, num_ack_pending } of manager.consumers.list(
    name,
  )) {
    if (num_pending + num_ack_pending === 0) continue
    console.log(`  ${consumer}: ${num_pending} waiting, ${num_ack_pending} in work`)
  }
  const wanted = Number(values.last)
  const found: string[][] = []
  for (let at = state.last_seq; at >= state.first_seq && found.length < wanted; at -= 1) {
    const message = await manager.streams.getMessage(name, { seq: at })
    if (message === null || !matches(message.subject, values.subject)) continue
    const cause = message.header.get('x-request-id')
    const line = [message.seq, message.time.toISOString(), message.subject, cause].join(' ')
    found.push([line, `  ${message.string()}`])
  }
  for (const line of found.reverse().flat()) console.log(line)
} finally {
  await connection.close()
}
