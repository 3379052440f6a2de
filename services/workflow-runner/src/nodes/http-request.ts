import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxItemFileBytes, type WorkflowItem } from '@atrium/contracts'
import { type GuardedAnswer, type GuardedRequest, OutboundError } from '@atrium/outbound-guard'
import { z } from 'zod'
import {
  asText,
  bodyProblems,
  isRecord,
  LimitError,
  missingField,
  NodeError,
  ownPath,
  ownText,
  runLimits,
} from '../engine/index.ts'
import type { NewFile } from '../files/item-files.ts'
import { actedResult, attemptItems } from './act-on-items.ts'
import { type ContextOf, defineNode } from './define-node.ts'
import { filesParam } from './file-params.ts'
import { findJsonBody, writeBody } from './http-body.ts'
import { bodyKinds, type FileBody, writeFileBody } from './http-files.ts'
import { isPastEnd, nextPage, type Page, pagings, repeatsPage } from './http-pages.ts'
import { type ReadResponse, readResponse, refuseSecret } from './http-response.ts'
import { retryInMs } from './http-retry.ts'
import { openSecret, type Redact, requireOwnHost, type Secret } from './http-secret.ts'
import type { HttpPort, NodePorts } from './ports.ts'

const mostAttempts = 4
const mostNotes = 5

const AsText = z.preprocess(
  (value) => (value === undefined ? value : asText(value)),
  z.string().max(8_000),
)
// See RFC 9110, 5.1 and 5.5. The platform sets the headers for the connection and the body length.
const HeaderName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Not the name of a header')
  .refine(
    (name) =>
      !/^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect)$/i.test(
        name,
      ),
    {
      error: 'This header is set by the platform',
    },
  )
const HeaderValue = z.preprocess(
  (value) => (value === undefined ? value : asText(value)),
  z
    .string()
    .max(8_000)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'Not the value of a header'),
)
/** Headers kept when a redirect leads to another host. */
const anywhere: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'user-agent',
  'content-type',
])
const Params = z.object({
  url: z.string().max(4_096).optional().describe('The address; the item’s own unless given'),
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
    .default('GET')
    .describe('The method'),
  headers: z.record(HeaderName, HeaderValue).default({}).describe('Headers by name'),
  query: z.record(z.string().max(200), AsText).default({}).describe('Query parameters by name'),
  body: z
    .unknown()
    .optional()
    .meta({ format: 'json' })
    .describe(
      'The body. A text is JSON if it starts with { or [ or the content type says so; values are escaped inside it',
    ),
  bodyKind: z
    .enum(bodyKinds)
    .default('body')
    .describe(
      'What is sent: the body, a form with the files and with the fields of the body, or one file as it is',
    ),
  files: filesParam('Files to send in a form or as the file, of together at most 25 MB'),
  fileField: z
    .string()
    .min(1)
    .max(200)
    .default('file')
    .describe('The field of a form that holds the files'),
  credential: z
    .string()
    .max(200)
    .optional()
    .describe('The stored credential to send, by its id or name'),
  itemsPath: z
    .string()
    .max(500)
    .optional()
    .describe('The list in the answer whose members become items'),
  paging: z
    .enum(pagings)
    .default('none')
    .describe(
      'Further pages: by the Link header, a cursor in the answer, the page number or the offset',
    ),
  cursorPath: z.string().max(500).default('next').describe('Where the answer holds the cursor'),
  pageParam: z
    .string()
    .max(200)
    .optional()
    .describe('The query parameter of the cursor, number or offset; page or offset unless given'),
  maxPages: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe('The most pages of one request'),
  timeoutSeconds: z
    .number()
    .int()
    .min(1)
    .max(120)
    .default(30)
    .describe('The longest time of one answer'),
  failOnStatus: z.boolean().default(true).describe('Fails the node when an answer is 400 or above'),
})
type Call = z.output<typeof Params>
type Context = ContextOf<'org' | 'http', Call>

export const httpRequest = defineNode({
  type: 'http_request',
  label: 'HTTP request',
  description:
    'Sends a request for each item and puts out the answer, or the members of a list in it. A picture, PDF or other binary data becomes a file of the item',
  category: 'act',
  params: Params,
  emits: ['status', 'headers', 'body', 'url', 'contentType', 'files'],
  usesPersonsRights: true,
  check: bodyProblems,
  jsonTexts: findJsonBody,
  needs: ['org', 'http'],
  async execute(items, _params, context) {
    const main: WorkflowItem[] = []
    const notes: string[] = []
    // Each page counts against the run's limits as soon as it arrives, because all pages together
    // may reach a gigabyte.
    const put = async (found: readonly WorkflowItem[]): Promise<void> => {
      for (const item of found) {
        await context.carry(item)
        main.push(item)
        if (context.due()) await context.yield()
      }
    }
    const room = () => runLimits.outputItems - main.length
    const { refusals } = await attemptItems(items, context, async (item, at) => {
      const rest = await requestAll(item, at, context, { put, room })
      if (rest !== undefined)
        notes.push(items.length === 1 ? rest : `item ${at + 1} of ${items.length}: ${rest}`)
    })
    const result = actedResult(main, refusals, {
      count: items.length,
      notes: notes.slice(0, mostNotes),
    })
    return { ...result, incomplete: result.incomplete === true || notes.length > 0 }
  },
})

interface Output {
  put(items: readonly WorkflowItem[]): Promise<void>
  room(): number
}

/** Requests all pages for one item. Returns the reason if some pages were not read. */
async function requestAll(from: WorkflowItem, at: number, context: Context, { put, room }: Output) {
  const call = context.paramsFor(at)
  const { http } = context.ports
  const address = (call.url ?? ownText(from.json, 'url')).trim()
  if (address === '') throw missingField(context.missing(at) ?? 'url')
  if (!URL.canParse(address)) throw new NodeError('This is not a complete web address')
  const first = new URL(address)
  for (const [name, value] of Object.entries(call.query)) first.searchParams.set(name, value)
  const secret =
    call.credential === undefined
      ? undefined
      : await openSecret(http, context.orgId, call.credential)
  const seen = new Set<string>()
  let last: Page | undefined
  for (let page = 0; ; page += 1) {
    if (context.due()) await context.yield()
    let found: WorkflowItem[]
    try {
      const url: URL | undefined =
        last === undefined ? first : nextPage(call, last.url, last.answer, last.body)
      if (url === undefined) return undefined
      if (page >= call.maxPages) return `There are more than ${call.maxPages} pages`
      if (seen.has(url.href))
        throw new NodeError('The address answers the same page again and again')
      seen.add(url.href)
      const key = `${context.idempotencyKey(at)}:${page}`
      const asked = url.origin === first.origin ? call : callForOtherHost(call)
      const { answer, body, file } = await send(asked, url, secret, key, context)
      if (page > 0 && (isPastEnd(call, answer, body) || repeatsPage(call, last, body)))
        return undefined
      if (answer.status >= 400 && (call.failOnStatus || page > 0))
        throw refusedBy(url, answer, body)
      last = { url, answer, body, file }
      found = toItems(call, from, last, context)
    } catch (error) {
      // Keep the pages that were read. The node is then incomplete.
      if (page === 0 || !(error instanceof NodeError)) throw error
      return `Page ${page + 1} could not be read: ${error.message}`
    }
    if (found.length > room())
      throw new LimitError(`The answers hold more than ${runLimits.outputItems} items together`)
    await put(found)
  }
}

const refusedBy = ({ host }: URL, { status }: GuardedAnswer, body: unknown): NodeError =>
  new NodeError(`${host} answered ${status}${toReason(asText(body))}`)

/**
 * Prepares the call for a next page on another host. The other host gets no body and no header that
 * may hold a key. Throws `NodeError` unless the method is GET or HEAD.
 */
function callForOtherHost(call: Call): Call {
  if (call.method !== 'GET' && call.method !== 'HEAD') {
    throw new NodeError('The next page is on another host, and only GET requests go there')
  }
  const harmless = Object.entries(call.headers).filter(([name]) => anywhere.has(name.toLowerCase()))
  return { ...call, headers: Object.fromEntries(harmless) }
}

async function send(
  call: Call,
  url: URL,
  secret: Secret | undefined,
  key: string,
  context: Context,
): Promise<Omit<Page, 'url'>> {
  const { ports, signal, orgId, runId } = context
  if (secret !== undefined) requireOwnHost(secret, url)
  const request = toRequest(call, {
    secret,
    key,
    signal,
    files: await writeFileBody(call, context),
  })
  for (let made = 1; ; made += 1) {
    signal.throwIfAborted()
    const attempt = await exchange(ports, url, request, { orgId, runId, secret })
    const wait = made < mostAttempts ? retryInMs(call.method, attempt, made, Date.now()) : undefined
    if (wait !== undefined) {
      await sleep(wait, undefined, { signal })
      continue
    }
    if ('error' in attempt)
      throw attempt.error instanceof OutboundError
        ? new NodeError(attempt.error.message)
        : attempt.error
    const { answer, file } = attempt
    const redact: Redact = secret?.redact ?? ((value) => value)
    const { headers, cookies = [] } = answer
    const shown = { ...answer, headers: redact(headers), cookies: redact(cookies) }
    return { answer: shown, body: redact(attempt.body), file }
  }
}

interface Sent {
  secret: Secret | undefined
  key: string
  signal: AbortSignal
  files: FileBody | undefined
}

function toRequest(call: Call, { secret, key, signal, files }: Sent): GuardedRequest {
  const body = files ?? writeBody(call)
  const given = Object.entries(call.headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const harmless = given.filter(([name]) => anywhere.has(name))
  // Any other header may hold a key, so it goes only to the given host, even after a redirect.
  const own = given.filter(([name]) => !anywhere.has(name))
  return {
    method: call.method,
    headers: {
      'user-agent': 'Atrium/1.0',
      accept: 'application/json, */*;q=0.5',
      ...(body === undefined ? {} : { 'content-type': body.contentType }),
      ...(call.method === 'GET' || call.method === 'HEAD' ? {} : { 'idempotency-key': key }),
      ...Object.fromEntries(harmless),
      ...(files?.isForm === true ? { 'content-type': files.contentType } : {}),
    },
    credentials: { ...Object.fromEntries(own), ...secret?.headers },
    ...(body === undefined ? {} : { body: body.content }),
    maxBytes: maxItemFileBytes,
    timeoutMs: call.timeoutSeconds * 1_000,
    signal,
  }
}

type Exchange = ({ answer: GuardedAnswer } & ReadResponse) | { error: unknown }

async function exchange(
  { http, itemFiles }: Pick<NodePorts, 'itemFiles'> & { http: HttpPort },
  url: URL,
  request: GuardedRequest,
  { orgId, runId, secret }: Pick<Context, 'orgId' | 'runId'> & { secret: Secret | undefined },
): Promise<Exchange> {
  try {
    const answer = await http.fetch(url, request)
    const store = (file: NewFile) => {
      const { bytes } = file
      const source = bytes instanceof Uint8Array ? Readable.from([bytes]) : bytes
      const kept = { ...file, bytes: refuseSecret(source, secret?.texts ?? []) }
      return itemFiles.store({ orgId, runId }, kept, request.signal)
    }
    return { answer, ...(await readResponse(answer, store)) }
  } catch (error) {
    return { error }
  }
}

function toReason(text: string): string {
  const start = text.slice(0, 400).replaceAll(/\s+/g, ' ').trim()
  return start === '' ? '' : `: ${start.slice(0, 300).toWellFormed()}`
}

function toItems(
  { itemsPath }: Call,
  from: WorkflowItem,
  { answer, body, file }: Page,
  context: Context,
): WorkflowItem[] {
  const source = { scheme: 'http', host: answer.url.host }
  if (itemsPath === undefined) {
    const { status, url, cookies = [] } = answer
    const headers =
      cookies.length === 0 ? answer.headers : { ...answer.headers, 'set-cookie': cookies }
    const contentType = answer.headers['content-type'] ?? ''
    return [
      context.derive(from, {
        source,
        json: {
          ...from.json,
          status,
          headers,
          body,
          url: url.href,
          contentType,
          ...(file === undefined ? {} : { files: [file] }),
        },
      }),
    ]
  }
  const list = itemsPath === '' ? body : ownPath(body, itemsPath.split('.'))
  if (!Array.isArray(list)) {
    if (file !== undefined) throw new NodeError('The response is a file, so it has no list')
    if (answer.status === 204) return []
    throw missingField(itemsPath === '' ? 'a list' : itemsPath)
  }
  return list.map((member, index) => {
    const id = isRecord(member) ? ownPath(member, ['id']) : undefined
    const json = isRecord(member) ? member : { value: member }
    const known = typeof id === 'string' || typeof id === 'number'
    const externalId = known ? String(id) : `${answer.url.href}#${index}`
    return context.derive(from, { externalId, source, json })
  })
}
