import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedAgent, type Resolve } from './guarded-agent.ts'
import { mayReach, PrivateAddressError, requireReachableHost, resolveReachable } from './index.ts'

let receiver: Server
let port = 0
let received = 0

beforeAll(async () => {
  receiver = createServer((_, response) => {
    received += 1
    response.end('ok')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => void receiver.close())
beforeEach(() => {
  received = 0
})

const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '::ffff:a83f:8110',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::168.63.129.16',
]

describe('mayReach', () => {
  it.each([
    ...metadata,
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::7f00:1',
    '::93.184.216.34',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2002:a00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '4000::1',
    'nonsense',
    '',
  ])('treats %s as private', (address) => expect(mayReach(address, 'refuse')).toBe(false))

  it.each([
    '93.184.216.34',
    '2606:2800:220:1:248:1893:25c8:1946',
    '::ffff:93.184.216.34',
    '64:ff9b::93.184.216.34',
  ])('treats %s as public', (address) => expect(mayReach(address, 'refuse')).toBe(true))

  it('refuses metadata services under every policy', () => {
    for (const address of metadata) {
      for (const policy of ['allow', 'loopback', 'refuse'] as const)
        expect(mayReach(address, policy), address).toBe(false)
    }
    expect(mayReach('10.0.0.1', 'allow')).toBe(true)
  })
})

const send = async (to: string, policy: 'loopback' | 'refuse', resolver?: Resolve) => {
  const agent = guardedAgent(policy, resolver === undefined ? {} : { resolver })
  try {
    const { statusCode, body } = await request(to, { dispatcher: agent })
    await body.dump()
    return statusCode
  } catch (error) {
    return error
  } finally {
    await agent.close()
  }
}

describe('a guarded agent', () => {
  it('refuses a connection to a private address if any name or form leads to it', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ]) {
      expect(await send(`http://${host}:${port}/`, 'refuse'), host).toBeInstanceOf(
        PrivateAddressError,
      )
    }
    expect(received).toBe(0)
  })

  it("reaches none of the platform's own ports on a private address under any name or spelling", async () => {
    const agent = guardedAgent('loopback', { ownPorts: new Set([port]) })
    try {
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1']) {
        const refused = request(`http://${host}:${port}/`, { dispatcher: agent })
        await expect(refused, host).rejects.toBeInstanceOf(PrivateAddressError)
      }
    } finally {
      await agent.close()
    }
    expect(received).toBe(0)
  })

  it('reaches only this machine if the policy is loopback', async () => {
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await send(`http://${host}:${port}/`, 'loopback'), host).toBe(200)
    for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[fd00::1]', '[::127.0.0.1]']) {
      expect(await send(`http://${host}:${port}/`, 'loopback'), host).toBeInstanceOf(
        PrivateAddressError,
      )
    }
  })

  it('checks all resolver results and resolves once, so that a second lookup cannot redirect it', async () => {
    let asked = 0
    const answering = (...answers: string[]): Resolve =>
      ((_host: string, _options: unknown, callback: (error: null, all: object[]) => void) => {
        asked += 1
        const addresses = asked === 1 ? answers : ['127.0.0.1']
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      }) as unknown as Resolve
    const mixed = await send(
      `http://mixed.test:${port}/`,
      'refuse',
      answering('93.184.216.34', '10.0.0.1'),
    )
    expect(mixed).toBeInstanceOf(PrivateAddressError)
    asked = 0
    expect(await send(`http://here.test:${port}/`, 'loopback', answering('127.0.0.1'))).toBe(200)
    expect(asked).toBe(1)
    expect(received).toBe(1)
  })

  it('refuses names for this machine before they are resolved', () => {
    const name = (host: string) => () => requireReachableHost(new URL(`http://${host}/`), 'refuse')
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.1', '[::127.0.0.1]'])
      expect(name(host)).toThrow(PrivateAddressError)
    for (const host of ['example.com', 'notlocalhost', 'localhost.example.com'])
      expect(name(host)).not.toThrow()
  })
})

describe('a resolved host', () => {
  const answering = (...addresses: string[]): Resolve =>
    ((_host: string, _options: unknown, callback: (error: null, all: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as Resolve
  const find = (host: string, policy: 'loopback' | 'refuse', resolver?: Resolve) =>
    resolveReachable({ host, port: 993 }, policy, resolver === undefined ? {} : { resolver })

  it('has one checked address', async () => {
    expect(await find('mail.test', 'refuse', answering('93.184.216.34'))).toEqual({
      address: '93.184.216.34',
      family: 4,
    })
    expect(await find('127.0.0.1', 'loopback')).toEqual({ address: '127.0.0.1', family: 4 })
  })

  it('is refused if one of its addresses is private', async () => {
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '::1', '[::1]', '169.254.169.254'])
      await expect(find(host, 'refuse'), host).rejects.toBeInstanceOf(PrivateAddressError)
    const mixed = answering('93.184.216.34', '10.0.0.1')
    await expect(find('mail.test', 'loopback', mixed)).rejects.toBeInstanceOf(PrivateAddressError)
  })

  it("is refused if it leads to one of the platform's own ports on this machine", async () => {
    const ownPorts = new Set([3_004])
    const own = resolveReachable({ host: '127.0.0.1', port: 3_004 }, 'loopback', { ownPorts })
    await expect(own).rejects.toBeInstanceOf(PrivateAddressError)
  })
})
