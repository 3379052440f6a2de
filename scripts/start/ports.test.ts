import { createServer } from 'node:net'
import { freePort } from '@atrium/dev-servers'
import { expect, test } from 'vitest'
import { choosePorts, gatewayPort, requireFreePort, wantedPort } from './ports.ts'

test('prefers PORT to API_PORT, and both to 3000', () => {
  expect(gatewayPort({ PORT: '4000', API_PORT: '5000' })).toEqual({ port: 4000, variable: 'PORT' })
  expect(gatewayPort({ PORT: '', API_PORT: '5000' })).toEqual({ port: 5000, variable: 'API_PORT' })
  expect(gatewayPort({})).toEqual({ port: 3000, variable: 'API_PORT' })
})

test.each(['', ' '])('ignores %j as a wanted port', (text) => {
  expect(wantedPort({ X: text }, 'X')).toBeUndefined()
})

test.each(['abc', '0', '65536', '-1', '30.5', '1e3'])(
  'rejects %j with one line that names its variable',
  (text) => {
    const problem = 'is not a port: expected a whole number from 1 to 65535'
    expect(() => wantedPort({ NATS_PORT: text }, 'NATS_PORT')).toThrow(`NATS_PORT ${problem}`)
    expect(() => gatewayPort({ API_PORT: text })).toThrow(`API_PORT ${problem}`)
    expect(() => gatewayPort({ PORT: '4000', API_PORT: text })).toThrow(`API_PORT ${problem}`)
    expect(gatewayPort({ PORT: text, API_PORT: '5000' })).toEqual({
      port: 5000,
      variable: 'API_PORT',
    })
  },
)

test('uses a wanted port and picks free distinct ports for the others', async () => {
  const wanted = await freePort()
  const ports = await choosePorts({ B: String(wanted) }, ['A', 'B', 'C'])
  expect(ports.get('B')).toBe(wanted)
  expect(new Set(ports.values()).size).toBe(3)
})

test('reports one line with the variable if a wanted port is in use or wanted twice', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = `port ${port} is taken: stop what listens there, or set IDENTITY_PORT to another`
  await expect(choosePorts({ IDENTITY_PORT: String(port) }, ['IDENTITY_PORT'])).rejects.toThrow(
    taken,
  )
  await expect(requireFreePort(port, 'IDENTITY_PORT')).rejects.toThrow(taken)
  await new Promise((resolve) => server.close(resolve))
  const twice = { A: String(port), B: String(port) }
  await expect(choosePorts(twice, ['A', 'B'])).rejects.toThrow(
    `port ${port} is asked for twice, by B too`,
  )
})

test('rejects a port that the gateway will use, even if nobody listens on it yet', async () => {
  const port = String(await freePort())
  await expect(choosePorts({ PORT: port, A: port }, ['A'])).rejects.toThrow(
    `port ${port} is asked for twice, by PORT too`,
  )
})
