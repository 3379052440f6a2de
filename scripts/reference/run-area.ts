import type { RecordedExample } from '@atrium/gateway/reference-examples'
import { completeStep, type DeclaredStep, findDeclared } from './declared-steps.ts'
import { createDisguise, type StepTime } from './disguise.ts'
import { openCallers } from './example-callers.ts'
import type { ReferencePlatform } from './example-platform.ts'
import {
  type ExamplePlatform,
  type ExampleRequest,
  type ExampleStep,
  requestParts,
} from './examples/example-step.ts'
import { readAnswer } from './read-answer.ts'
import { createSeen } from './seen.ts'
import { shortened } from './shorten.ts'
import { restartClock } from './story-clock.ts'

/** The parts of a documented operation for examples. */
export interface DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly requestTypes: readonly string[]
  /** The required header names in lower case. */
  readonly headers: readonly string[]
  readonly statuses: readonly string[]
}

/** An area's recorded examples by operation id. */
export type RecordedArea = Readonly<Record<string, RecordedExample>>

/**
 * Sends an area's steps in a new organisation. A step without a story is sent as soon as there is
 * what it needs. Returns each operation's first example. Throws if a response is wrong.
 */
export async function runArea(
  reference: ReferencePlatform,
  operations: ReadonlyMap<string, DocumentedOperation>,
  area: string,
  { steps, waiting }: { steps: readonly ExampleStep[]; waiting: DeclaredStep[] },
): Promise<RecordedArea> {
  const { platform, sandbox, bus, mailTo } = reference
  const seen = createSeen()
  const { baseUrl, env } = platform
  await restartClock(env['DATABASE_URL'] ?? '')
  const callers = await openCallers(baseUrl, area, seen)
  const world: ExamplePlatform = {
    baseUrl,
    env,
    sandbox,
    bus,
    mailTo,
    client: (caller) => callers[caller].client,
  }
  const recorded: Record<string, RecordedExample> = {}
  const times: StepTime[] = []
  const send = async (given: ExampleStep): Promise<void> => {
    const step = completeStep(given)
    const operation = operations.get(step.operation)
    const place = `${area}: ${step.operation}`
    if (operation === undefined) throw new Error(`${place} is no operation of the document`)
    await step.before?.(world, seen)
    const request = requestParts(step, seen)
    const from = Date.now()
    const [path, init] = createRequest(operation, request)
    const response = await callers[step.as ?? 'owner'].send(path, init)
    await step.meanwhile?.(world, seen)
    const answer = await readAnswer(response)
    times.push({ from, to: Date.now() })
    if (!isSuccess(response.status, operation)) {
      throw new Error(
        `${place} answered ${response.status}: ${JSON.stringify(answer.body)} to ${init.method} ${path}`,
      )
    }
    const schema = findDeclared(step.operation)?.responses[response.status]?.schema
    const parsed = schema?.safeParse(answer.body)
    if (parsed?.success === false) throw new Error(`${place}: ${parsed.error.message}`)
    if (step.name !== undefined) seen.keep(step.name, answer.body ?? answer)
    if (!seen.has(step.operation)) seen.keep(step.operation, answer.body ?? answer)
    recorded[step.operation] ??= {
      request: presentedRequest(request, operation),
      answer: { status: response.status, ...answer },
    }
  }
  const sendReady = async (isEnding: boolean): Promise<void> => {
    const isReady = ({ needs, isLast }: DeclaredStep) =>
      isLast === isEnding && needs.every((path) => seen.has(path))
    for (;;) {
      const at = isEnding ? waiting.findLastIndex(isReady) : waiting.findIndex(isReady)
      const [next] = at < 0 ? [] : waiting.splice(at, 1)
      if (next === undefined) return
      await send(next.step)
    }
  }
  await sendReady(false)
  for (const step of steps) {
    await send(step)
    await sendReady(false)
  }
  await sendReady(true)
  const lost = waiting.map(({ step, needs }) => `${step.operation} needs ${needs.join(', ')}`)
  if (lost.length > 0) throw new Error(`${area}: ${lost.join('; ')}`)
  const disguise = createDisguise(
    {
      ...listAddresses(baseUrl, 'https://atrium.example.com'),
      // The default addresses of the dashboard and the API.
      ...listAddresses('http://localhost:5000', 'https://atrium.example.com'),
      ...listAddresses('http://localhost:3000', 'https://atrium.example.com'),
      [`${env['NATS_NAMESPACE']}.`]: 'atrium.',
      ...listAddresses(sandbox.url, 'https://provider.example.com'),
      [new URL(sandbox.url).host]: 'provider.example.com',
      [String(sandbox.imap.ports.imap)]: '993',
      [String(sandbox.imap.ports.smtp)]: '465',
      [`example-bakery-${area}`]: 'example-bakery',
      [`owner+${area}@`]: 'owner@',
      [`assistant+${area}@`]: 'assistant@',
    },
    times,
  )
  // A request stays whole, so a reader can send it. An operation's id does not depend on the run.
  return mapped(recorded, (example) => {
    const { request, answer } = disguise(example) as RecordedExample
    return { request, answer: shortened(answer) as RecordedExample['answer'] }
  })
}

/** Returns an address with its replacement, both plain and encoded for a query. */
const listAddresses = (address: string, shown: string): Record<string, string> => ({
  [address]: shown,
  [encodeURIComponent(address)]: encodeURIComponent(shown),
})

const mapped = (
  area: RecordedArea,
  make: (example: RecordedExample) => RecordedExample,
): RecordedArea =>
  Object.fromEntries(Object.entries(area).map(([id, example]) => [id, make(example)]))

/** True if the operation declares this status as a success or redirect. */
const isSuccess = (status: number, { statuses }: DocumentedOperation): boolean =>
  status < 400 && statuses.includes(String(status))

function createRequest(
  operation: DocumentedOperation,
  request: ExampleRequest,
): [string, RequestInit] {
  const { params = {}, query = {}, headers = {}, body, form, bytes } = request
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${operation.path} needs ${name}`)
    return String(value).split('/').map(encodeURIComponent).join('/')
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'object' ? value : [value]) search.append(name, String(one))
  }
  const [type = ''] = operation.requestTypes
  const init = { method: operation.method.toUpperCase(), redirect: 'manual' as const }
  const where = search.size === 0 ? path : `${path}?${search}`
  if (form !== undefined) return [where, { ...init, headers, body: formData(form) }]
  if (bytes !== undefined) {
    const contentType = type.includes('*') ? 'application/json' : type
    return [where, { ...init, headers: { 'content-type': contentType, ...headers }, body: bytes }]
  }
  if (body === undefined) return [where, { ...init, headers }]
  if (type === 'application/x-www-form-urlencoded') {
    return [where, { ...init, headers, body: new URLSearchParams(body as Record<string, string>) }]
  }
  const json = { 'content-type': 'application/json', ...headers }
  return [where, { ...init, headers: json, body: JSON.stringify(body) }]
}

function formData(form: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.append(name, value)
  return data
}

/**
 * Returns the request as the reference shows it: files by name, no raw bytes, and only required
 * headers.
 */
function presentedRequest(
  { params, query, headers = {}, body, form, bytes }: ExampleRequest,
  operation: DocumentedOperation,
): RecordedExample['request'] {
  const required = Object.entries(headers).filter(([name]) =>
    operation.headers.includes(name.toLowerCase()),
  )
  const shown =
    form === undefined ? (body ?? (typeof bytes === 'string' ? bytes : undefined)) : namesIn(form)
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(required.length > 0 && { headers: Object.fromEntries(required) }),
    ...(shown !== undefined && { body: shown }),
  }
}

const namesIn = (form: Readonly<Record<string, string | File>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ]),
  )
