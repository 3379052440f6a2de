import { createServer } from 'node:net'
import { freePort } from '@atrium/dev-servers'
import { expect, test } from 'vitest'
import { choosePorts, gatewayPort, requireFreePort, wantedPort } from './ports.ts'

test('PORT comes before API_PORT, and both before 3000', () => {
  expect(gatewayPort({ PORT: '4000', API_PORT: '5000' })).toEqual({ port: 4000, variable: 'PORT' })
  expect(gatewayPort({ PORT: '', API_PORT: '5000' })).toEqual({ port: 5000, variable: 'API_PORT' })
  expect(gatewayPort({})).toEqual({ port: 3000, variable: 'API_PORT' })
})

test.each(['', ' '])('%j is no wanted port', (text) => {
  expect(wantedPort({ X: text }, 'X')).toBeUndefined()
})

test.each(['abc', '0', '65536', '-1', '30.5', '1e3'])(
  '%j is no port, and one line names its variable',
  (text) => {
    const problem = 'is not a port: expected a whole number from 1 to 65535'
    expect(() => wantedPort({ NATS_PORT: text }, 'NATS_PORT')).toThrow(`NATS_PORT ${problem}`)
    expect(() => gatewayPort({ API_PORT: text })).toThrow(`API_PORT ${problem}`)
    expect(() => gatewayPort({ PORT: '4000', API_PORT: text })).toThrow(`API_PORT ${problem}`)
    expect(gatewayPort({ PORT: text, API_PORT: '5000' })).toEqual({ port: 5000, variable: 'API_PORT' })
  },
)

test('a wanted port is used; the others are free and distinct', async () => {
  const wanted = await freePort()
  const ports = await choosePorts({ B: String(wanted) }, ['A', 'B', 'C'])
  expect(ports.get('B')).toBe(wanted)
  expect(new Set(ports.values()).size).toBe(3)
})

test('a wanted port that is in use, or wanted twice, gives one line with its variable', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const taken = `port ${port} is taken: stop what listens there, or set IDENTITY_PORT to another`
  await expect(choosePorts({ IDENTITY_PORT: String(port) }, ['IDENTITY_PORT'])).rejects.toThrow(taken)
  await expect(requireFreePort(port, 'IDENTITY_PORT')).rejects.toThrow(taken)
  await new Promise((resolve) => server.close(resolve))
  const twice = { A: String(port), B: String(port) }
  await expect(choosePorts(twice, ['A', 'B'])).rejects.toThrow(`port ${port} is asked for twice, by B too`)
})
