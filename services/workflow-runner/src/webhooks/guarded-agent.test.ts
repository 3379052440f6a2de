import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedAgent, isPublicAddress, requireReachableHost } from './guarded-agent.ts'
import { sendWebhook } from './send-webhook.ts'

let receiver: Server
let port = 0
let received = 0

beforeAll(async () => {
  receiver = createServer((_, response) => {
    received += 1
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => void receiver.close())
beforeEach(() => {
  received = 0
})

describe('private addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '224.0.0.1',
    'nonsense',
  ])('%s is not the public internet', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('are never connected to, whatever name or form leads there', async () => {
    const agent = guardedAgent('refuse')
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const attempt = await sendWebhook(
        agent,
        { url: `http://${host}:${port}/`, secret: 'whsec_AAAA' },
        { id: 'evt_1', body: '{}' },
        'refuse',
      )
      expect(attempt.status, host).toBeNull()
      expect(attempt.error, host).toContain('private address')
    }
    expect(received).toBe(0)
    await agent.close()
  })

  it('of this machine alone are reached where the policy is loopback', async () => {
    const agent = guardedAgent('loopback')
    const send = (to: string) =>
      sendWebhook(agent, { url: to, secret: 'whsec_AAAA' }, { id: 'evt_1', body: '{}' }, 'loopback')
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await send(`http://${host}:${port}/`), host).toEqual({ status: 200, error: null })
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '192.168.1.1']) {
      expect((await send(`http://${host}:${port}/`)).error, host).toContain('private address')
    }
    await agent.close()
    const name = (host: string) => () => requireReachableHost(new URL(`http://${host}/`), 'refuse')
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.1']) expect(name(host)).toThrow()
    for (const host of ['example.com', 'notlocalhost', 'localhost.example.com'])
      expect(name(host)).not.toThrow()
  })
})
