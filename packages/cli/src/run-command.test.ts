import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandIo } from './command.ts'
import { runCommand } from './run-command.ts'

const hostile = 'a\u001b]0;x\u0007\u009b2J\u007f\u202eb'
const me = {
  user: { id: 'usr_1', name: hostile, email: 'm@example.com', picture: null },
  org: { id: 'org_1', name: hostile, role: 'owner' },
}
const workflow = { id: 'wf_1', name: hostile, graph: { nodes: [hostile] } }

const cards = { items: ['task_1', 'task_2', 'task_3'].map((id) => ({ id, title: 'A' })), total: 3 }
const bodies: Readonly<Record<number, object>> = {
  401: { code: 'invalid_credentials', message: 'No' },
  404: { code: 'not_found', message: hostile },
}
const asked = Promise.withResolvers<void>()

let platform: Server
let env: Record<string, string>
beforeAll(async () => {
  platform = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.endsWith('wf_silent')) {
      asked.resolve()
      return
    }
    const status = path.includes('wf_refused') ? 404 : path.includes('wf_nobody') ? 401 : 200
    const body =
      bodies[status] ?? (path === '/api/me' ? me : path.includes('/tasks') ? cards : workflow)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  const { port } = platform.address() as AddressInfo
  env = {
    ATRIUM_URL: `http://127.0.0.1:${port}`,
    ATRIUM_API_KEY: 'atr_x',
    XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'atrium-run-')),
  }
})
afterAll(async () => {
  platform.close()
  platform.closeAllConnections()
  await rm(env['XDG_CONFIG_HOME'] ?? '', { recursive: true, force: true })
})

async function shown(args: string, given: Partial<CommandIo> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    env,
    write: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
    ...given,
  }
  const code = await runCommand(args.split(' '), io)
  return { code, out: out.join('\n'), text: [...out, ...err].join('\n') }
}

test.each([
  'whoami',
  'whoami --json',
  'api getMe',
  'workflows get wf_1',
  'workflows get wf_1 --json',
  'workflows get wf_refused',
  `nothing-${hostile}`,
  `whoami --${hostile}`,
])('prints no control characters from stored text when called as %j', async (args) => {
  const { text } = await shown(args)
  expect(text).not.toBe('')
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test.each([
  ['card list', '(Did you mean cards?)'],
  ['workflows rn wf_1', '(Did you mean run?)'],
  ['crads', '(Did you mean cards?)'],
  ['workflow', '(Did you mean workflows?)'],
  ['workflow list', '(Did you mean workflows?)'],
  ['agnet', '(Did you mean agent?)'],
  ['cards list --staus todo', '(Did you mean --status?)'],
  ['cards nothing', 'cards create [file]'],
  ['cards', 'cards create [file]'],
  ['nonsense', 'atrium --help lists the commands'],
  ['cards get', "atrium: missing required argument 'id'\nUsage: atrium cards get [options] <id>"],
  ['cards get task_1 task_2', 'Expected 1 argument but got 2'],
])('explains the call when %j is wrong', async (args, hint) => {
  const { code, out, text } = await shown(args)
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(text).toContain(hint)
  expect(text).not.toContain('For operators')
})

test('shows an option without brackets if it is required', async () => {
  const { out } = await shown('assets orphans --help')
  expect(out).toMatch(/^Usage: atrium assets orphans --org <id> \[options\]/)
  const { code, text } = await shown('assets orphans --from configured')
  expect(code).toBe(2)
  expect(text).toContain("'--org <id>' not specified\nUsage: atrium assets orphans --org <id>")
  const empty = await shown('assets orphans --org=')
  expect(empty).toMatchObject({ code: 2, text: expect.stringContaining('It is empty.') })
})

test('prints help as a result, also for the word help', async () => {
  expect((await shown('help cards list')).out).toBe((await shown('cards list --help')).out)
  expect(await shown('help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('For operators'),
  })
  expect((await shown('--help')).out).toContain('workflows run <id>')
  expect((await shown('-v')).out).toMatch(/^\d+\.\d+\.\d+$/)
})

test.each([40, 80])('fits help to a terminal with %i columns', async (columns) => {
  for (const args of ['--help', 'api --help', 'restore --help', 'workflows --help']) {
    for (const line of (await shown(args, { columns })).out.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(columns)
    }
  }
})

test('points to login if the platform refuses the key and names an unreachable platform', async () => {
  expect((await shown('workflows get wf_nobody')).text).toContain('atrium login')
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  await once(closed.close(), 'close')
  const away = await shown('whoami', { env: { ...env, ATRIUM_URL: `http://127.0.0.1:${port}` } })
  expect(away).toMatchObject({
    code: 4,
    text: expect.stringContaining(`ECONNREFUSED 127.0.0.1:${port}`),
  })
})

test('prints one line when a file cannot be written', async () => {
  const { code, text } = await shown('api getMe --output /nowhere/me.json')
  expect(code).toBe(1)
  expect(text).toMatch(/^atrium: ENOENT.*\/nowhere\/me\.json/)
})

test('ends at once with its own exit code when a command is stopped', async () => {
  const stopping = new AbortController()
  const waiting = shown('workflows get wf_silent', { signal: stopping.signal })
  await asked.promise
  stopping.abort()
  expect(await waiting).toMatchObject({ code: 130 })
})

test.each(['/nowhere/cover.png', tmpdir()])(
  'rejects %j as an upload and sends nothing',
  async (file) => {
    const { code, text } = await shown(`assets upload ${fileURLToPath(import.meta.url)} ${file}`)
    expect(code).toBe(2)
    expect(text).toMatch(/^atrium: .*(no such file|is not a file)/)
  },
)

test('says so if a list has more records', async () => {
  expect(await shown('cards list --limit 2')).toMatchObject({
    text: expect.stringMatching(/task_1.*task_2.*There are more: use --limit <n> or --all$/s),
  })
  expect((await shown('cards list --limit 3')).text).not.toContain('There are more')
})

test('keeps JSON unchanged for programs', async () => {
  expect(JSON.parse((await shown('api getMe')).out)).toEqual(me)
})
