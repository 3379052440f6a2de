import * as contracts from '@atrium/contracts'
import { AtriumError, createTransport } from '@atrium/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import { createCatalog, findOperations } from './catalog.ts'
import { operationArguments } from './operation-arguments.ts'
import { callOperation } from './operation-tool.ts'
import { toRefusal, toResult } from './tool-result.ts'
import { createToolbox } from './toolbox.ts'

const toolbox = createToolbox()
const catalog = createCatalog()
/** A platform that fails the test if a call reaches it. */
const unreachable = {
  transport: createTransport({
    baseUrl: 'http://127.0.0.1:1',
    fetch: () => Promise.reject(new Error('The platform was called')),
  }),
  signal: new AbortController().signal,
} as unknown as PlatformCaller

test('has a name, title, example and object schema for each tool, and marks destructive ones', () => {
  for (const { name, title, description, inputSchema, annotations } of toolbox.values()) {
    expect(name).toMatch(/^[a-z][a-z_]{2,63}$/)
    expect(title).not.toBe('')
    expect(description, name).toMatch(/Example: \{.*\}$/)
    expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    expect(annotations.readOnlyHint && annotations.destructiveHint, name).toBe(false)
    // A client would reject the whole list because of a reference to a missing definition.
    const { $defs = {} } = inputSchema as { $defs?: object }
    for (const [, definition] of JSON.stringify(inputSchema).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      expect(Object.keys($defs), name).toContain(definition)
    }
  }
  const destructive = [...toolbox.values()].filter((tool) => tool.annotations.destructiveHint)
  expect(destructive.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'delete_card',
      'update_card',
      'update_invoice',
      'approve_post',
      'send_invoice',
      'publish_post_now',
      'finalize_invoice',
      'void_invoice',
      'call_operation',
    ]),
  )
  expect(destructive.map(({ name }) => name)).not.toContain('create_card')
})

test('offers every operation for signed-in callers, and none for visitors or operators', () => {
  expect(catalog.size).toBeGreaterThan(100)
  for (const id of ['listSites', 'createCreditNote', 'updateOrgSettings'])
    expect(catalog.has(id)).toBe(true)
  for (const id of [
    'submitQuote',
    'listServiceStates',
    'createAsset',
    'streamEvents',
    'purgeOrg',
    'endMcpGrant',
    'createAgentRun',
    'requeueAgentRun',
    'implementCard',
    'createWebhookEndpoint',
    'rotateWebhookSecret',
    'renewWorkflowHook',
    'createCredential',
    'connectModel',
  ]) {
    expect(catalog.has(id)).toBe(false)
  }
})

test.each([
  ['credit note for an invoice', 'createCreditNote'],
  ['list sites', 'listSites'],
  ['deliveries of a webhook', 'listWebhookDeliveries'],
  ['pause recurring billing schedule', 'pauseSchedule'],
])('finds the operation when the query is %j: %s is among the first', (query, id) => {
  expect(findOperations(catalog, query, 5).map(({ operation }) => operation.id)).toContain(id)
})

test('finds nothing if no operation uses the words', () => {
  expect(findOperations(catalog, 'zzzz qqqq', 5)).toEqual([])
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (query) => {
      expect(findOperations(catalog, query, 5).length).toBeLessThanOrEqual(5)
    }),
  )
})

test('splits flat arguments into the parts of a request, and names unknown ones', () => {
  const update = operationArguments(contracts.updateCard)
  expect(update.schema).toMatchObject({ required: ['id'] })
  expect(update.split({ id: 'task_1', title: 'New', orgId: 'org_2', __proto__: null })).toEqual({
    params: { id: 'task_1' },
    query: {},
    body: { title: 'New' },
    unknown: ['orgId'],
  })
  expect(operationArguments(contracts.runWorkflow).split({ id: 'wf_1' })).toMatchObject({
    body: undefined,
  })
  expect(operationArguments(contracts.putPin).schema).toMatchObject({ properties: { body: {} } })
})

test.each([
  [contracts.deleteAsset, { org: '..', visibility: 'orgs', key: 'org_1' }],
  [contracts.deleteAsset, { org: '..', visibility: 'pub', key: 'org_1' }],
  [contracts.updateCard, { id: '..', title: 'New' }],
  [contracts.updateCard, { id: '', title: 'New' }],
])(
  'rejects path parameters that would change the path of %o, and sends nothing',
  async (operation, given) => {
    const sent: unknown[] = []
    const transport = createTransport({
      baseUrl: 'http://platform',
      fetch: async (input) => {
        sent.push(input)
        return Response.json({})
      },
    })
    const platform: PlatformCaller = {
      transport,
      signal: new AbortController().signal,
      call: (called, parts) => transport.call(called, parts as never),
    }
    const call = callOperation(platform, operation, operationArguments(operation), given)
    await expect(call).rejects.toMatchObject({ status: 400, code: 'validation_failed' })
    expect(sent).toEqual([])
  },
)

test("leaves empty values out of a result, and cuts it if it would fill a model's context", () => {
  const { content } = toResult({
    value: { id: 'a', none: null, tags: [], items: [] },
    next: 'Go on.',
  })
  expect(content).toEqual([
    { type: 'text', text: '{"id":"a","items":[]}' },
    { type: 'text', text: 'Go on.' },
  ])
  const long = toResult({ value: { text: 'x'.repeat(200_000) } })
  expect(JSON.stringify(long).length).toBeLessThan(70_000)
  expect(long.content[1]).toMatchObject({ text: expect.stringContaining('was cut') })
})

test("names an error's code and the remedy", () => {
  const refusal = toRefusal(
    new AtriumError({ status: 409, code: 'invoice_not_draft', message: 'Only a draft' }),
  )
  expect(refusal).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('"invoice_not_draft"') }, {}],
  })
})

test('tells an assistant that a person must call an operation if assistants may not', async () => {
  const run = (operation: string) => toolbox.get('call_operation')?.run(unreachable, { operation })
  await expect(run('purgeOrg')).rejects.toMatchObject({
    code: 'not_found',
    message: 'Assistants cannot call purgeOrg. A person does this in the dashboard.',
  })
  await expect(run('noSuchThing')).rejects.toMatchObject({
    message: expect.stringContaining('Operation not found: noSuchThing'),
  })
})

test.each([
  [
    'a video',
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(200)]),
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3')],
  ['audio', Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(200)])],
])('rejects %s in upload_asset before anything is sent', async (_, bytes) => {
  const given = { data: bytes.toString('base64') }
  await expect(toolbox.get('upload_asset')?.run(unreachable, given)).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'data', message: expect.stringContaining('Only pictures') }],
  })
})
