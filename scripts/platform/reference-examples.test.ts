import * as contracts from '@atrium/contracts'
import type { RecordedExamples } from '@atrium/gateway/reference-examples'
import { createClient } from '@atrium/sdk'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { differences } from '../reference/differences.ts'
import { type ReferencePlatform, startReferencePlatform } from '../reference/example-platform.ts'
import { exampleAreas, listAreaSteps } from '../reference/examples/areas.ts'
import { withoutExample } from '../reference/examples/without-example.ts'
import { readRecorded, writeRecorded } from '../reference/recorded-file.ts'
import { type DocumentedOperation, runArea } from '../reference/run-area.ts'
import { stopClock } from '../reference/story-clock.ts'

interface Operation {
  operationId: string
  security: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

/**
 * Set by `scripts/reference/write-examples.ts`. Responses are then recorded instead of compared.
 */
const isWriting = process.env['WRITE_EXAMPLES'] !== undefined
const command = 'npm run program -- scripts/reference/write-examples.ts'

let reference: ReferencePlatform
let document: Document
let operations: ReadonlyMap<string, DocumentedOperation>
beforeAll(async () => {
  reference = await startReferencePlatform()
  const wanted = contracts.operationsIn(contracts).map(({ id }) => id)
  const response = await fetch(`${reference.platform.baseUrl}/api/openapi.json`)
  document = (await response.json()) as Document
  operations = toOperations(document)
  expect([...operations.keys()]).toEqual(expect.arrayContaining(wanted))
})
afterAll(async () => {
  try {
    await reference?.stop()
  } finally {
    // The next test file runs in the same process.
    stopClock()
  }
})

const toOperations = ({ paths }: Document) =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, { operationId, parameters = [], requestBody, responses }]) => {
          const required = parameters.filter(
            (each) => each.in === 'header' && each.required === true,
          )
          return [
            operationId,
            {
              method,
              path,
              statuses: Object.keys(responses),
              requestTypes: Object.keys(requestBody?.content ?? {}),
              headers: required.map(({ name }) => name.toLowerCase()),
            },
          ] as const
        },
      ),
    ),
  )

test.each(exampleAreas)(
  'returns a success for every example in $area, as recorded',
  async (each) => {
    const { area, steps } = each
    const told = { steps, waiting: listAreaSteps(each) }
    const answered = await runArea(reference, operations, area, told)
    if (isWriting) writeRecorded(area, answered)
    const recorded = readRecorded(area)
    expect(toForms(answered), `${command} ${area}`).toEqual(toForms(recorded))
    expect(differences(recorded, answered), `${command} ${area}`).toEqual([])
  },
  120_000,
)

/** Returns the status and content type of each response. */
const toForms = (area: RecordedExamples) =>
  Object.fromEntries(
    Object.entries(area).map(([id, { answer }]) => [
      id,
      [answer.status, answer.contentType ?? null],
    ]),
  )

test('has every recorded request and response body in the served document', () => {
  const served = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => [operation.operationId, operation] as const),
    ),
  )
  const examplesIn = ({ content = {} }: { content?: Record<string, { example?: unknown }> } = {}) =>
    Object.values(content).flatMap(({ example }) => (example === undefined ? [] : [example]))
  let compared = 0
  for (const { area } of exampleAreas) {
    for (const [id, { request, answer }] of Object.entries(readRecorded(area))) {
      const operation = served.get(id)
      if (request.body !== undefined) {
        expect(examplesIn(operation?.requestBody), `the request of ${id}`).toEqual([request.body])
      }
      if (answer.body === undefined) continue
      const response = operation?.responses[answer.status]
      expect(examplesIn(response), `the answer of ${id}`).toEqual([answer.body])
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(200)
})

test('records no test host or address, no time of its run and no signature', () => {
  const story = Date.parse('2026-03-02T09:00:00.000Z')
  const near = 90 * 86_400_000
  for (const { area } of exampleAreas) {
    const text = JSON.stringify(readRecorded(area))
    expect(text.match(/127\.0\.0\.1|localhost|[?&]sig=(?!example-)[^&]*/g) ?? [], area).toEqual([])
    const moments = [...text.matchAll(/(?<![\w.+-])1\d{9}(?:\d{3})?(?![\w.])/g)].map(([digits]) => {
      return Number(digits.padEnd(13, '0'))
    })
    expect(
      moments.filter((at) => Math.abs(at - story) > near),
      area,
    ).toEqual([])
  }
})

test('gives every operation an example in one area or a reason in one short list', () => {
  const recorded = exampleAreas.flatMap(({ area }) => Object.keys(readRecorded(area)))
  expect(recorded.filter((id, at) => recorded.indexOf(id) !== at)).toEqual([])
  const covered = [...recorded, ...Object.keys(withoutExample)]
  expect(covered.toSorted()).toEqual([...operations.keys()].toSorted())
})

test('lets another user run the reading samples with a separate key unless they name a record', async () => {
  const { baseUrl } = reference.platform
  const reader = createClient({ baseUrl })
  await reader.auth.signUp({
    name: 'Reader',
    email: 'reader@example.com',
    password: 'a long passphrase',
  })
  await reader.auth.createOrg({ name: 'Reading Room', slug: 'reading-room' })
  const { key } = await reader.auth.createApiKey({ name: 'reader' })
  const recorded = Object.assign(
    {},
    ...exampleAreas.map(({ area }) => readRecorded(area)),
  ) as RecordedExamples
  const refused: string[] = []
  let sent = 0
  for (const [path, { get }] of Object.entries(document.paths)) {
    const request = recorded[get?.operationId ?? '']?.request
    const takesKey = get?.security.some((each) => 'apiKey' in each) === true
    if (!takesKey || path.includes('{') || request === undefined) continue
    // Skips requests with an id from the story, because the reader does not have that record.
    if (/_[0-9a-f]{32}/.test(JSON.stringify(request))) continue
    const query = new URLSearchParams(request.query as Record<string, string>)
    const response = await fetch(`${baseUrl}${path}?${query}`, { headers: { 'x-api-key': key } })
    await response.body?.cancel()
    sent += 1
    if (!response.ok) refused.push(get?.operationId ?? '')
  }
  expect(sent).toBeGreaterThan(30)
  // These work only for a signed-in user, as their descriptions say.
  expect(refused.toSorted()).toEqual([
    'getNotificationSettings',
    'getPushKey',
    'getUserSettings',
    'listMcpGrants',
  ])
})

test('has no linter warnings in the whole document, and its examples are valid', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The API has no separate licence.
      'info-license': 'off',
      // Ids have a prefix, so no id can be mistaken for a path word.
      'no-ambiguous-paths': 'off',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'operation-description': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
    },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  const sentences = problems.map(
    ({ ruleId, message, location: [where] }) => `${ruleId}: ${message} ${where?.pointer}`,
  )
  expect(sentences).toEqual([])
})
