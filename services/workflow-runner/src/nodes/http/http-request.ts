import type { WorkflowItem } from '@atrium/contracts'
import type { GuardedAnswer } from '@atrium/outbound-guard'
import {
  asText,
  bodyProblems,
  isRecord,
  LimitError,
  missingField,
  NodeError,
  ownPath,
  ownText,
  PassingError,
  runLimits,
} from '../../engine/index.ts'
import { actedResult, attemptItems } from '../act-on-items.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import { findJsonBody } from './http-body.ts'
import { type FileBody, withFileBody } from './http-files.ts'
import { isPastEnd, nextPage, type Page, repeatsPage } from './http-pages.ts'
import { type HttpCall, HttpParams } from './http-params.ts'
import { isRepeatable } from './http-retry.ts'
import { openSecret, type Secret } from './http-secret.ts'
import { callForOtherHost, type HttpContext, sendCall } from './http-send.ts'

const mostNotes = 5

export const httpRequest = defineNode({
  type: 'http_request',
  label: 'HTTP request',
  description:
    'Sends a request for each item and returns the response, or the members of a list in it. A picture, PDF or other binary data becomes a file of the item',
  category: 'act',
  keywords: ['api', 'rest', 'url', 'webhook', 'fetch', 'get', 'post', 'download', 'curl'],
  params: HttpParams,
  emits: emitted({
    status: field.number('Status', 200),
    headers: field.object('Headers', { 'content-type': 'application/json' }),
    body: field.object('Response', { id: 'o_1', state: 'shipped' }),
    url: field.url('Web address', 'https://shop.example/api/orders/17'),
    contentType: field.text('Content type', 'application/json'),
    files: common.files,
  }),
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
async function requestAll(from: WorkflowItem, at: number, context: HttpContext, output: Output) {
  const call = context.paramsFor(at)
  const { http } = context.ports
  const address = (call.url ?? ownText(from.json, 'url')).trim()
  if (address === '') throw missingField(context.missing(at) ?? 'url')
  if (!URL.canParse(address))
    throw new NodeError('This is not a complete web address. Start with https://.')
  const first = new URL(address)
  for (const [name, value] of Object.entries(call.query)) first.searchParams.set(name, value)
  const secret =
    call.credential === undefined
      ? undefined
      : await openSecret(http, context.orgId, call.credential)
  const key = context.idempotencyKey(at)
  return withFileBody(call, context, (files) =>
    requestPages(from, { call, first, secret, files, key }, context, output),
  )
}

interface Asked {
  call: HttpCall
  first: URL
  secret: Secret | undefined
  files: FileBody | undefined
  key: string
}

async function requestPages(
  from: WorkflowItem,
  { call, first, secret, files, key }: Asked,
  context: HttpContext,
  { put, room }: Output,
) {
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
        throw new NodeError('The address returns the same page again and again')
      seen.add(url.href)
      const asked = url.origin === first.origin ? call : callForOtherHost(call)
      const sent = { secret, files, key: `${key}:${page}` }
      const { answer, body, file } = await sendCall(asked, url, sent, context)
      if (page > 0 && (isPastEnd(call, answer, body) || repeatsPage(call, last, body)))
        return undefined
      if (answer.status >= 400 && (call.failOnStatus || page > 0))
        throw refusedBy(asked.method, url, answer, body)
      last = { url, answer, body, file }
      found = toItems(call, from, last, context)
    } catch (error) {
      // Keep the pages that were read. The node is then incomplete.
      if (page === 0 || !(error instanceof NodeError)) throw error
      return `Page ${page + 1} could not be read: ${error.message}`
    }
    if (found.length > room())
      throw new LimitError(`The responses have more than ${runLimits.outputItems} items in total`)
    await put(found)
  }
}

function refusedBy(method: string, { host }: URL, answer: GuardedAnswer, body: unknown): NodeError {
  const message = `${host} responded with status ${answer.status}${toReason(asText(body))}`
  return isRepeatable(method, { answer }) ? new PassingError(message) : new NodeError(message)
}

function toReason(text: string): string {
  const start = text.slice(0, 400).replaceAll(/\s+/g, ' ').trim()
  return start === '' ? '' : `: ${start.slice(0, 300).toWellFormed()}`
}

function toItems(
  { itemsPath }: HttpCall,
  from: WorkflowItem,
  { answer, body, file }: Page,
  context: HttpContext,
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
    const hasId = typeof id === 'string' || typeof id === 'number'
    const externalId = hasId ? String(id) : `${answer.url.href}#${index}`
    return context.derive(from, { externalId, source, json })
  })
}
