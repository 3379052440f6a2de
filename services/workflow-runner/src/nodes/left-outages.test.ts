import { Readable } from 'node:stream'
import type { WorkflowItem } from '@atrium/contracts'
import { afterAll, expect, it } from 'vitest'
import { startFakeModel, toData } from '../../test/fake-model.ts'
import { edge, graph, node } from '../../test/graphs.ts'
import { aPost, publishingWorld } from '../../test/publishing-world.ts'
import { reader, record } from '../../test/reading-node.ts'
import { closedPorts, recordedRun } from '../../test/recorded-run.ts'
import type { NodePorts } from './ports.ts'

const model = await startFakeModel()
afterAll(() => model.stop())
const { ports } = publishingWorld([aPost('a'), aPost('b')])

async function runAfterReader(
  type: string,
  items: WorkflowItem[],
  given: { params?: Record<string, unknown>; ports: Partial<NodePorts> },
) {
  const flow = graph(
    [node('start', 'trigger.manual'), node('read', 'reading'), node('act', type, given.params)],
    [edge('start', 'read'), edge('read', 'act')],
  )
  const nodes = [reader('reading', 'source', items)]
  const { outcome } = await recordedRun(flow, { ports: { ...ports, ...given.ports }, nodes })
  return outcome
}

const people = [record('r0', { name: 'Ada' }), record('r1', { name: 'Bob' })]
const cards = [record('r0', { taskId: 'a' }), record('r1', { taskId: 'b' })]
const file = {
  key: 'org_1/file_1',
  fileId: 'file_1',
  name: 'mill.png',
  contentType: 'image/png',
  bytes: 4,
}
const bytes = Buffer.from('mill')
const blob = {
  ...file,
  modifiedAt: new Date(),
  stream: () => Readable.from([bytes]),
  buffer: async () => bytes,
  close: async () => {},
}
const itemFiles: NodePorts['itemFiles'] = {
  ...closedPorts.itemFiles,
  use: async () => [file],
  open: async () => ({ file, blob }),
}
const withFile = record('r0', { files: [{ fileId: 'file_1' }] })
const posting = { destination: 'manual://facebook.com', text: 'Bread', files: '{{ $json.files }}' }

it.each<[string, string, WorkflowItem[], Parameters<typeof runAfterReader>[2]]>([
  ['the model is unavailable', 'enrich_contact', people, { ports: { models: model.port } }],
  ['the speech provider is unavailable', 'tts', cards, { ports: { speech: model.port.speak } }],
  ['there is no speech provider', 'tts', cards, { ports: {} }],
  ['files cannot be stored', 'create_post', [withFile], { params: posting, ports: { itemFiles } }],
  [
    'a file never arrives whole',
    'save_attachments',
    [withFile],
    { ports: { itemFiles, files: { store: async () => ({ outcome: 'restart' }) } } },
  ],
])('counts no attempt when %s', async (_, type, items, given) => {
  model.rule(
    () => ({ fail: 'unavailable' }),
    () => 'unavailable',
  )
  const outcome = await runAfterReader(type, items, given)
  expect(outcome.status).toBe('failed')
  expect(outcome).not.toHaveProperty('reads')
})

it('counts an attempt for each item that the model refuses when others meet an outage', async () => {
  model.rule((call) => ({
    fail: toData(call).includes('Ada') ? 'provider_refused' : 'unavailable',
  }))
  expect(
    await runAfterReader('enrich_contact', people, { ports: { models: model.port } }),
  ).toMatchObject({
    status: 'failed',
    reads: [{ items: [{ id: expect.stringMatching(/^r/), reason: 'provider_refused' }] }],
  })
})
