import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const hostile = 'a\u001b]0;x\u0007\u009b2J\u007f\u202eb'
const me = {
  user: { id: 'usr_1', name: hostile, email: 'm@example.com', picture: null },
  org: { id: 'org_1', name: hostile, role: 'owner' },
}
const workflow = { id: 'wf_1', name: hostile, graph: { nodes: [hostile] } }

let platform: Server
let env: Record<string, string>
beforeAll(async () => {
  platform = createServer((request, response) => {
    const path = request.url ?? ''
    const refused = path.includes('wf_refused')
    const problem = { code: 'not_found', message: hostile }
    const body = refused ? problem : path === '/api/me' ? me : workflow
    response.writeHead(refused ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  const { port } = platform.address() as AddressInfo
  env = {
    ...{ ATRIUM_URL: `http://127.0.0.1:${port}`, ATRIUM_API_KEY: 'atr_x' },
    XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'atrium-run-')),
  }
})
afterAll(async () => {
  platform.close()
  platform.closeAllConnections()
  await rm(env['XDG_CONFIG_HOME'] ?? '', { recursive: true, force: true })
})

async function shown(args: string) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    env,
    write: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
  }
  await runCommand(args.split(' '), io)
  return { out: out.join('\n'), text: [...out, ...err].join('\n') }
}

test.each([
  ...['whoami', 'whoami --json', 'api getMe', 'workflows get wf_1', 'workflows get wf_1 --json'],
  ...['workflows get wf_refused', `nothing-${hostile}`, `whoami --${hostile}`],
])('%j shows no control character of others', async (args) => {
  const { text } = await shown(args)
  expect(text).not.toBe('')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('JSON is the same to a program that reads it', async () => {
  expect(JSON.parse((await shown('api getMe')).out)).toEqual(me)
})
