import { webcrypto } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../run-command.ts'

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const

let folder: string
let platform: Server
let url: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-login-'))
  const me = {
    user: { id: 'usr_1', name: 'Mallory\u001b[2J', email: 'm@example.com' },
    org: { id: 'org_1', name: 'Other', role: 'owner' },
  }
  platform = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(me))
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
})
afterEach(async () => {
  platform.close()
  platform.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
})

/** Acts as an attacker who sees the page's address and responds before the user. */
async function answerFirst(address: string): Promise<boolean> {
  const { searchParams } = new URL(address)
  const spki = Buffer.from(searchParams.get('key') ?? '', 'base64url')
  const key = await webcrypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const sealed = await webcrypto.subtle.encrypt(algorithm, key, Buffer.from('atr_of_mallory'))
  const answer = Buffer.from(sealed).toString('base64url')
  return (await fetch(`http://127.0.0.1:${searchParams.get('port')}/?answer=${answer}`)).ok
}

async function login(typed: string | undefined) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const asking = {
    asksPerson: true,
    input: (async function* () {
      yield `${typed}\n`
    })(),
  }
  const io = { env: { XDG_CONFIG_HOME: folder }, write, error: write, openBrowser: answerFirst }
  const code = await runCommand(['login', url], typed === undefined ? io : { ...io, ...asking })
  const stored = await readFile(join(folder, 'atrium/login.json'), 'utf8').catch(() => undefined)
  return { code, stored, text: lines.join('\n') }
}

test('stores a key from the loopback interface only after the user confirms its account', async () => {
  const refused = await login('n')
  expect(refused).toMatchObject({ code: 2, stored: undefined })
  expect(refused.text).toContain(
    'as Mallory [2J <m@example.com>, owner of Other. Is that you? [y/N]',
  )
  const confirmed = await login('y')
  expect(confirmed).toMatchObject({ code: 0, stored: expect.stringContaining('atr_of_mallory') })
})

test('takes no key from the loopback interface if there is no terminal', async () => {
  const refused = await login(undefined)
  expect(refused).toMatchObject({ code: 2, stored: undefined })
  expect(refused.text).toContain('Use --no-browser or --api-key')
})
