import { isRecord } from '@atrium/workflow-rules'
import { isSecretName } from '../../secret-names.ts'
import { createShape, withOwnFields } from '../document/item-shape.ts'
import { readNumeral } from '../numerals.ts'
import type { Mapper, StepReader } from './mapping.ts'
import { readJsonTemplate } from './set-fields.ts'
import { pollSchedule } from './triggers.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

/** Reads parameters that are written as JSON. */
function readObject(step: StepReader, value: unknown): Record<string, unknown> | undefined {
  const parsed = typeof value === 'string' ? readJsonTemplate(value) : value
  return isRecord(parsed) ? (step.translate(parsed) as Record<string, unknown>) : undefined
}

const ownHeader =
  /^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect)$/i

/** Leaves out headers that the platform sets itself. */
const withoutOwnHeaders = (headers: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeader.test(name)))

/** Leaves out secrets, which belong to a stored credential. */
function withoutSecrets(
  step: StepReader,
  values: Record<string, unknown>,
  kind: string,
): Record<string, unknown> {
  const entries = Object.entries(values)
  const open = entries.filter(
    ([name, value]) => !isSecretName(name) || (typeof value === 'string' && value.includes('{{ $')),
  )
  for (const [name] of entries.slice(0, 50)) {
    if (!open.some(([each]) => each === name)) {
      step.lost.push(
        `Store the ${kind} ${name.slice(0, 100).toWellFormed()} as a credential and choose it. Secrets are not imported.`,
      )
    }
  }
  return Object.fromEntries(open)
}

const readNamed = (step: StepReader, kind: 'header' | 'query'): Record<string, unknown> => {
  const upper = kind === 'header' ? 'Header' : 'Query'
  if (step.version < 3) {
    const json = step.raw(`${kind}ParametersJson`)
    return json === undefined
      ? step.pairs(step.list(`${kind}ParametersUi`, 'parameter'))
      : (readObject(step, json) ?? {})
  }
  if (step.raw(`send${upper}${kind === 'header' ? 's' : ''}`) !== true) return {}
  return step.text(`specify${upper}${kind === 'header' ? 's' : ''}`) === 'json'
    ? (readObject(step, step.raw(kind === 'header' ? 'jsonHeaders' : 'jsonQuery')) ?? {})
    : step.pairs(step.list(`${kind}Parameters`, 'parameters'))
}

const stringify = 'JSON.stringify('

/** `={{ JSON.stringify({ … }) }}` becomes `={{ { … } }}`, because an object is sent as JSON. */
function withoutStringify(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const inner = value.trim()
  if (!inner.startsWith('={{') || !inner.endsWith('}}')) return value
  const call = inner.slice(3, -2).trim()
  return call.startsWith(stringify) && call.endsWith(')')
    ? `={{ ${call.slice(stringify.length, -1)} }}`
    : value
}

/** The body and how it is sent. */
function readBody(step: StepReader): Record<string, unknown> {
  if (step.version < 3) {
    const json = step.raw('bodyParametersJson')
    if (json !== undefined) return { body: readObject(step, json) ?? step.translate(json) }
    const list = step.list('bodyParametersUi', 'parameter')
    return list.length === 0 ? {} : { body: step.pairs(list) }
  }
  if (step.raw('sendBody') !== true) return {}
  const kind = step.text('contentType') || 'json'
  if (kind === 'binaryData') {
    return { bodyKind: 'file', files: '{{ $json.files }}' }
  }
  if (kind === 'raw') return { body: step.translate(withoutStringify(step.raw('body'))) }
  if (step.text('specifyBody') === 'json') {
    const json = withoutStringify(step.raw('jsonBody'))
    return { body: readObject(step, json) ?? step.translate(json) }
  }
  if (step.text('specifyBody') === 'string') return { body: step.translate(step.raw('body')) }
  const body = step.pairs(step.list('bodyParameters', 'parameters'))
  return kind === 'multipart-form-data' || kind === 'form-urlencoded'
    ? { bodyKind: 'form', body }
    : { body }
}

const httpRequest: Mapper = (step) => {
  const given = step.text('method') || step.text('requestMethod') || 'GET'
  const method = given.replace(/^=/, '').trim().toUpperCase()
  const headers = withoutSecrets(step, withoutOwnHeaders(readNamed(step, 'header')), 'header')
  const query = withoutSecrets(step, readNamed(step, 'query'), 'query parameter')
  const timeout = readNumeral(step.raw('options', 'timeout'))
  const signsIn = !['', 'none'].includes(step.text('authentication'))
  const neverFails = step.raw('options', 'response', 'response', 'neverError') === true
  return {
    node: {
      type: 'http_request',
      params: {
        url: step.asText(step.raw('url')),
        ...(method === 'GET' ? {} : { method: methods.has(method) ? method : 'GET' }),
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(Object.keys(query).length > 0 ? { query } : {}),
        ...readBody(step),
        ...(timeout >= 1_000 ? { timeoutSeconds: Math.min(Math.round(timeout / 1_000), 120) } : {}),
        ...(neverFails ? { failOnStatus: false } : {}),
      },
    },
    shape: createShape({}, ['body']),
    hint: [
      'The response is in the field body, and expressions that read it were changed. If it is a list, enter where the list is under “Items path”.',
      ...(signsIn ? ['Choose a stored credential. Credentials are not in the file.'] : []),
    ].join(' '),
    differences: [
      ...(methods.has(method)
        ? []
        : [`Choose another method instead of ${method.slice(0, 20).toWellFormed()}.`]),
      ...(step.raw('options', 'pagination') !== undefined ||
      step.raw('options', 'splitIntoItems') === true
        ? ['Choose how further pages are read under “Paging”.']
        : []),
    ],
  }
}

const feedShape = createShape({
  link: 'url',
  isoDate: 'publishedAt',
  pubDate: 'publishedAt',
  content: 'rawContent',
  contentSnippet: 'summary',
  'content:encoded': 'rawContent',
  id: 'guid',
})

const noFeeds = 'Atrium does not read feeds yet.'

const readFeed: Mapper = (step) =>
  step.has('read_feed')
    ? {
        node: { type: 'read_feed', params: { url: step.asText(step.raw('url')) } },
        shape: feedShape,
        hint: 'Each entry is read once.',
      }
    : { missing: noFeeds }

const feedTrigger: Mapper = (step) => {
  if (!step.has('read_feed')) return { missing: noFeeds }
  const { triggers = [], notes } = pollSchedule(step)
  return {
    triggers,
    node: { type: 'read_feed', params: { url: step.asText(step.raw('feedUrl')) } },
    shape: feedShape,
    hint: 'A schedule starts the reading. Each entry is read once.',
    differences: notes,
  }
}

const parsed = (step: StepReader, format: string, field: string): ReturnType<Mapper> =>
  step.has('parse')
    ? {
        node: { type: 'parse', params: { field, format } },
        shape: withOwnFields(step.place.shape, ['parsed']),
        differences: ['The result is in the field parsed. Check the expressions that read it.'],
      }
    : { missing: 'Atrium does not parse texts yet.' }

const xml: Mapper = (step) =>
  step.text('mode') === 'jsonToxml'
    ? { missing: 'Items cannot be written as XML.' }
    : parsed(step, 'xml', step.field(step.text('dataPropertyName') || 'data'))

const html: Mapper = (step) => {
  if (!['', 'generateHtmlTemplate'].includes(step.text('operation')) || !step.has('format')) {
    return {
      missing: 'There is no step that reads parts of an HTML text. “Read page” reads whole pages.',
    }
  }
  return {
    node: { type: 'format', params: { template: step.asText(step.raw('html')), into: 'html' } },
    shape: withOwnFields(step.place.shape, ['html']),
  }
}

/** Steps that call the web. */
export const web: Readonly<Record<string, Mapper>> = {
  'n8n-nodes-base.httpRequest': httpRequest,
  'n8n-nodes-base.rssFeedRead': readFeed,
  'n8n-nodes-base.rssFeedReadTrigger': feedTrigger,
  'n8n-nodes-base.html': html,
  'n8n-nodes-base.xml': xml,
}
