import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpOwner } from './assistant.ts'
import { startTestPlatform, type TestPlatform } from './harness.ts'

/**
 * The protocol's conformance suite. It has no credentials, so a proxy in front of the platform adds
 * a key.
 */
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

const passing = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

const ofTestServer = 'calls a tool, a resource or a prompt of the suite’s own test server'
const notOffered =
  'needs a capability that the server does not state: it keeps no session and sends nothing by itself'

/** The other scenarios, each with the reason why it does not apply to this server. */
const leftOut: Readonly<Record<string, string>> = {
  'tools-call-simple-text': ofTestServer,
  'tools-call-image': ofTestServer,
  'tools-call-audio': ofTestServer,
  'tools-call-embedded-resource': ofTestServer,
  'tools-call-mixed-content': ofTestServer,
  'tools-call-error': ofTestServer,
  'json-schema-2020-12': ofTestServer,
  'resources-read-text': ofTestServer,
  'resources-read-binary': ofTestServer,
  'resources-templates-read': ofTestServer,
  'prompts-get-simple': ofTestServer,
  'prompts-get-with-args': ofTestServer,
  'prompts-get-embedded-resource': ofTestServer,
  'prompts-get-with-image': ofTestServer,
  'logging-set-level': notOffered,
  'completion-complete': notOffered,
  'tools-call-with-logging': notOffered,
  'tools-call-with-progress': notOffered,
  'tools-call-sampling': notOffered,
  'tools-call-elicitation': notOffered,
  'elicitation-sep1034-defaults': notOffered,
  'elicitation-sep1330-enums': notOffered,
  'resources-subscribe': notOffered,
  'resources-unsubscribe': notOffered,
  'server-sse-polling': notOffered,
  'server-sse-multiple-streams': notOffered,
}

let platform: TestPlatform
let door: Server
let url: string
let results: string
beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), 'atrium-conformance-'))
  let key = ''
  door = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming
    const given = { method, headers: { ...headers, authorization: `Bearer ${key}` } }
    const onward = ask(platform.baseUrl + path, given, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  url = `${origin}/api/mcp`
  platform = await startTestPlatform({ CLIENT_URLS: origin })
  const owner = await signUpOwner(platform.baseUrl, 'owner')
  const made = await owner.ask('POST', '/api/auth/api-key/create', { name: 'suite' })
  key = ((await made.json()) as { key: string }).key
})
afterAll(async () => {
  door?.close()
  await platform?.stop()
  await rm(results, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [suite, ...args], {
    cwd: results,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (output += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('runs every server scenario of the suite or gives a reason to leave it out', async () => {
  const { output } = await run('list', '--server')
  const known = [...output.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name)
  expect(known.toSorted()).toEqual([...passing, ...Object.keys(leftOut)].toSorted())
})

test.each(passing)('passes %s', async (scenario) => {
  const { code, output } = await run('server', '--url', url, '--scenario', scenario, '-o', results)
  expect([code, output], output).toEqual([0, expect.stringMatching(/\b0 failed/)])
})
