import type { Context, Hono } from 'hono'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { OAuthServer } from '../oauth-state.ts'
import {
  apiCall,
  GoogleProblem,
  invalid,
  jsonBody,
  notFound,
  parameters,
  wholeNumber,
} from './google-problem.ts'
import { mailQuery } from './mail-query.ts'
import {
  labelNamed,
  type MailBox,
  type MailState,
  newestFirst,
  openBox,
  readHeader,
  type SandboxMail,
} from './mail-state.ts'
import { toPage } from './paging.ts'

const root = '/mailbox/api/gmail/v1/users/:user'
const reading = ['gmail.readonly', 'gmail.modify']
const writing = ['gmail.modify']

export function mountMailRoutes(
  app: Hono<SandboxEnv>,
  server: OAuthServer,
  state: MailState,
): void {
  const call = (
    c: Context<SandboxEnv>,
    scopes: readonly string[],
    answer: (box: MailBox) => object | undefined | Promise<object | undefined>,
  ) =>
    apiCall(c, server, scopes, (grant) => {
      const user = c.req.param('user')
      if (user !== 'me' && user !== server.user(grant.userId).email) {
        throw new GoogleProblem(
          403,
          'forbidden',
          `Delegation denied for ${server.user(grant.userId).email}`,
        )
      }
      return answer(openBox(state, grant.userId))
    })

  app.get(`${root}/profile`, (c) =>
    apiCall(c, server, reading, ({ userId }) => ({
      emailAddress: server.user(userId).email,
      messagesTotal: openBox(state, userId).messages.size,
      threadsTotal: openBox(state, userId).messages.size,
      historyId: '1',
    })),
  )
  app.get(`${root}/messages`, (c) => call(c, reading, (box) => listed(c, box, state)))
  app.get(`${root}/messages/:id`, (c) => call(c, reading, (box) => shown(c, box)))
  app.post(`${root}/messages/batchModify`, (c) =>
    call(c, writing, async (box) => modify(box, await jsonBody(c))),
  )
  app.get(`${root}/labels`, (c) =>
    call(c, reading, (box) => ({ labels: [...box.labels.values()] })),
  )
  app.post(`${root}/labels`, (c) =>
    call(c, writing, async (box) => newLabel(box, await jsonBody(c))),
  )
}

function listed(c: Context, box: MailBox, { paging }: MailState): object {
  const given = parameters(c, ['q', 'maxResults', 'pageToken', 'labelIds', 'includeSpamTrash'])
  const size = wholeNumber(given.maxResults, 100, 1, 500)
  const found = newestFirst(box).filter(mailQuery(box, given.q ?? ''))
  const { items, nextPageToken } = toPage(found, ({ id }) => id, {
    size,
    token: given.pageToken,
    paging,
  })
  return {
    ...(items.length === 0
      ? {}
      : { messages: items.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    resultSizeEstimate: found.length,
  }
}

function shown(c: Context, box: MailBox): object {
  const { format = 'full' } = parameters(c, ['format', 'metadataHeaders'])
  const mail = box.messages.get(c.req.param('id') ?? '')
  if (mail === undefined) throw notFound()
  const about = {
    id: mail.id,
    threadId: mail.threadId,
    labelIds: mail.labelIds,
    snippet: toSnippet(mail),
    sizeEstimate: mail.source.length,
    historyId: '1',
    internalDate: String(mail.receivedAt),
  }
  if (format === 'minimal') return about
  if (format === 'raw')
    return { ...about, raw: Buffer.from(mail.source, 'latin1').toString('base64url') }
  if (format !== 'metadata') throw invalid(`The stand-in does not serve format=${format}`)
  const names = c.req.queries('metadataHeaders') ?? ['From', 'To', 'Subject', 'Date']
  const headers = names.flatMap((name) => {
    const value = readHeader(mail.source, name)
    return value === '' ? [] : [{ name, value }]
  })
  return { ...about, payload: { mimeType: 'multipart/mixed', headers } }
}

const toSnippet = ({ source }: SandboxMail): string => readHeader(source, 'subject').slice(0, 200)

function modify(box: MailBox, body: Record<string, unknown>): undefined {
  const list = (name: string): string[] => {
    const value = body[name] ?? []
    if (!Array.isArray(value)) throw invalid(`Invalid value at '${name}'`)
    return value.map(String)
  }
  const ids = list('ids')
  const add = list('addLabelIds')
  const remove = list('removeLabelIds')
  if (ids.length === 0) throw invalid('No message ids specified')
  if (ids.length > 1_000) throw invalid('Too many message ids')
  if (add.length + remove.length === 0) throw invalid('No label add or removes specified')
  const unknown = [...add, ...remove].find((id) => !box.labels.has(id))
  if (unknown !== undefined) throw invalid(`Invalid label: ${unknown}`)
  for (const id of ids) {
    const mail = box.messages.get(id)
    // The provider skips deleted messages.
    if (mail === undefined) continue
    mail.labelIds = [...new Set([...mail.labelIds, ...add])].filter(
      (label) => !remove.includes(label),
    )
  }
  return undefined
}

function newLabel(box: MailBox, body: Record<string, unknown>): object {
  const { name } = body
  if (typeof name !== 'string' || name.trim() === '') throw invalid('Invalid label name')
  if (name.length > 225) throw invalid('Label name too long')
  const isTaken = [...box.labels.values()].some(
    (label) => label.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) throw new GoogleProblem(409, 'aborted', 'Label name exists or conflicts')
  return labelNamed(box, name)
}
