import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportWorkflowsCommand, importWorkflowsCommand } from './workflow-files.ts'

const graph = { nodes: [], edges: [] }
const file = {
  version: 1,
  workflows: [{ name: 'A', description: null, folder: null, tags: [], graph }],
}
const note = {
  nodeName: 'Code',
  type: 'n8n-nodes-base.code',
  outcome: 'missing',
  message: 'Code is a note',
}

let platform: Server
let folder: string
let env: Record<string, string>
let written: string[]
let errors: string[]
let requests: { path: string; body: { source?: string; name?: string } }[]
const io = () => ({
  env,
  write: (line: string) => void written.push(line),
  error: (line: string) => void errors.push(line),
})
beforeEach(async () => {
  written = []
  errors = []
  requests = []
  folder = await mkdtemp(join(tmpdir(), 'workflow-files-'))
  platform = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}')
    requests.push({ path, body })
    const answer = path.startsWith('/api/workflows/export')
      ? file
      : path !== '/api/workflows/import'
        ? { id: 'wf_2' }
        : body.source === 'n8n'
          ? { name: 'From n8n', graph, notes: [note] }
          : { items: [{ id: 'wf_1' }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
  const { port } = platform.address() as AddressInfo
  env = { ATRIUM_URL: `http://127.0.0.1:${port}`, ATRIUM_API_KEY: 'atr_x', HOME: folder }
})
afterEach(async () => {
  platform.close()
  platform.closeAllConnections()
  await rm(folder, { recursive: true })
})

const save = async (content: unknown): Promise<string> => {
  const path = join(folder, 'given.json')
  await writeFile(path, JSON.stringify(content))
  return path
}

test('writes one workflow to a file, or all to the standard output', async () => {
  const output = join(folder, 'out.json')
  await exportWorkflowsCommand({ output }, io(), 'wf_1')
  expect(JSON.parse(await readFile(output, 'utf8'))).toEqual(file)
  await exportWorkflowsCommand({}, io())
  expect(JSON.parse(written.join(''))).toEqual(file)
  expect(requests.map(({ path }) => path)).toEqual([
    '/api/workflows/export?id=wf_1',
    '/api/workflows/export',
  ])
})

test('imports an exported file and prints the ids', async () => {
  await importWorkflowsCommand({}, io(), await save(file))
  expect(written).toEqual(['wf_1'])
  expect(requests.map(({ body }) => body.source)).toEqual(['atrium'])
})

test('creates a workflow of n8n unless the run is dry, and prints what became of the steps', async () => {
  const given = await save({ nodes: [], connections: {} })
  await importWorkflowsCommand({ 'dry-run': true }, io(), given)
  expect(written).toEqual([])
  await importWorkflowsCommand({}, io(), given)
  expect(written).toEqual(['wf_2'])
  expect(errors).toContain('missing: Code: Code is a note')
  expect(requests.at(-1)?.body).toEqual({ name: 'From n8n', graph })
})
