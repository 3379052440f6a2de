import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning } from '../../test/eventually.ts'
import { freePort } from '../ports.ts'
import { startNats } from './start-nats.ts'

let folder: string
let storeDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-nats-'))
  storeDir = join(folder, 'home', 'nats')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('keeps a stream and its messages across a restart', async () => {
  const first = await startNats({ storeDir, port: await freePort() })
  const writer = await connect({ servers: first.url })
  const manager = await jetstreamManager(writer)
  await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] })
  await manager.jetstream().publish('kept.one', 'hello')
  await writer.close()
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)

  const second = await startNats({ storeDir, port: await freePort() })
  const reader = await connect({ servers: second.url })
  const message = await (await jetstreamManager(reader)).streams.getMessage('KEPT', { seq: 1 })
  expect(message?.string()).toBe('hello')
  await reader.close()
  await second.stop()
})

test('makes the configuration file with its passwords readable only by this user, even if it replaces a readable file', async () => {
  const config = join(storeDir, 'nats-server.conf')
  await mkdir(storeDir, { recursive: true })
  await writeFile(config, '# of an earlier version', { mode: 0o644 })
  const authorization = 'authorization { user: one, password: "two" }'
  const server = await startNats({ storeDir, port: await freePort(), authorization })
  expect((await stat(config)).mode & 0o777).toBe(0o600)
  expect(await readFile(config, 'utf8')).toContain(authorization)
  await server.stop()
})

test('reports one error line if the port is taken', async () => {
  const first = await startNats({ storeDir, port: await freePort() })
  await expect(startNats({ storeDir: `${storeDir}2`, port: first.port })).rejects.toThrow(
    `port ${first.port} is taken`,
  )
  await first.stop()
})

test('reports the reason if the server ends early', async () => {
  const broken = { kind: 'program', path: '/bin/false' } as const
  const started = startNats({ storeDir, port: await freePort(), source: broken })
  await expect(started).rejects.toThrow('NATS ended while starting: code 1')
})
