import { expect, test } from 'vitest'
import { NetworkError } from '../../network/network-error.ts'
import type { Api, ApiRequest } from '../api.ts'
import type { HoldBytes } from '../byte-budget.ts'
import { calendarReader } from './read-calendar.ts'
import { mailboxReader } from './read-mail.ts'

const by = { accessToken: 'token', accountId: 'a' }
const hold: HoldBytes = (_, work) => work()
const notServed = new NetworkError('blocked', 'Not Found', { code: 404 })

/** Fakes a proxy that serves only some of the provider's paths. */
function proxy(serve: (request: ApiRequest) => unknown) {
  const asked: { path: string; body: unknown }[] = []
  const answer = async (request: ApiRequest) => {
    asked.push({ path: request.path, body: request.body })
    const json = serve(request)
    if (json === undefined) throw notServed
    return { status: 200, headers: {}, json }
  }
  const read = async (request: ApiRequest & { schema: { parse(value: unknown): unknown } }) =>
    request.schema.parse((await answer(request)).json)
  return { api: Object.assign(read, { answer }) as Api, asked }
}

const base64 = (text: string) => Buffer.from(text).toString('base64url')

test('reads a message from its parsed form if the source is not served', async () => {
  const payload = {
    mimeType: 'multipart/mixed',
    headers: [
      { name: 'From', value: 'Mill <mill@example.com>' },
      { name: 'Subject', value: 'Mehl für Freitag\r\nX-Made-Up: yes' },
      { name: 'Content-Type', value: 'multipart/mixed; boundary=other' },
    ],
    parts: [
      {
        mimeType: 'multipart/alternative',
        parts: [
          { mimeType: 'text/plain', body: { data: base64('Zwölf Säcke') } },
          { mimeType: 'text/html', body: { data: base64('<p>Zwölf Säcke</p>') } },
        ],
      },
      { mimeType: 'text/csv', filename: 'säcke.csv', body: { data: base64('a;b') } },
    ],
  }
  const { api } = proxy(() => ({
    id: 'm1',
    internalDate: '1700000000000',
    labelIds: ['INBOX'],
    payload,
  }))
  const mail = await mailboxReader(api, { hold }).smallMessage?.(by, 'm1')
  if (mail === 'large') throw new Error('The message is small')
  expect(mail?.about).toMatchObject({ id: 'm1', receivedAt: 1_700_000_000_000, tooLarge: false })
  const [head = '', ...rest] = (mail?.source.toString() ?? '').split('\r\n\r\n')
  const [from, subject, version, type = ''] = head.split('\r\n')
  expect([from, subject, version]).toEqual([
    'From: Mill <mill@example.com>',
    'Subject: Mehl für Freitag X-Made-Up: yes',
    'MIME-Version: 1.0',
  ])
  const boundary = /^Content-Type: multipart\/mixed; boundary="(\w+)"$/.exec(type)?.[1]
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  expect(parts).toHaveLength(4)
  expect(parts[1]).toMatch(/^\r\nContent-Type: multipart\/alternative; boundary="/)
  const inBase64 = (text: string) => Buffer.from(text).toString('base64')
  expect(parts[1]).toContain(
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${inBase64('Zwölf Säcke')}\r\n`,
  )
  expect(parts[1]).toContain(`\r\n\r\n${inBase64('<p>Zwölf Säcke</p>')}\r\n`)
  expect(parts[2]).toContain(
    `Content-Disposition: attachment; filename*=UTF-8''s%C3%A4cke.csv\r\n\r\n${inBase64('a;b')}\r\n`,
  )
  expect(parts[3]).toBe('--\r\n')
})

test('labels messages one by one if the proxy serves only that call', async () => {
  const { api, asked } = proxy(({ path }) =>
    path.endsWith('/labels')
      ? { labels: [{ id: 'L1', name: 'Done' }] }
      : path.endsWith('batchModify')
        ? undefined
        : {},
  )
  expect(await mailboxReader(api, { hold }).label(by, { label: 'Done', ids: ['a', 'b'] })).toEqual({
    labelId: 'L1',
  })
  expect(asked.slice(-2)).toEqual(
    ['a', 'b'].map((id) => ({
      path: `/gmail/v1/users/me/messages/${id}/modify`,
      body: { addLabelIds: ['L1'] },
    })),
  )
})

test('returns the primary calendar if the calendar list is not served', async () => {
  const { api } = proxy(() => undefined)
  expect(await calendarReader(api).calendars(by, { cursor: null })).toMatchObject({
    calendars: [{ id: 'primary', primary: true }],
    next: null,
  })
  await expect(calendarReader(api).calendars(by, { cursor: 'more' })).rejects.toThrow('Not Found')
})
