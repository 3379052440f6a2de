import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  buttonMail,
  createMailer,
  httpMailer,
  type Mail,
  MailError,
  plainName,
  sandboxSender,
  unlinkText,
} from './index.ts'

const mail: Mail = {
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'Hi Ada',
  idempotencyKey: 'note:1',
}
const apiKey = 'marked-mail-key'
const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Provider {
  url: string
  requests: Array<{
    method: string
    path: string
    headers: IncomingMessage['headers']
    body: unknown
  }>
}

async function provider(respond: (response: ServerResponse) => void): Promise<Provider> {
  const requests: Provider['requests'] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body: JSON.parse(text) })
    respond(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  provider((response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  })

const failure = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

test('posts a mail with the bearer key and its idempotency key', async () => {
  const { url, requests } = await answering(200, { id: 'm_1' })
  const mailer = httpMailer({ apiKey, apiUrl: `${url}/`, from: 'Atrium <noreply@example.test>' })
  const receipt = await mailer.send({ ...mail, replyTo: 'grace@example.test' })
  expect(receipt).toEqual({ outcome: 'sent', reference: 'm_1' })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/emails',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'note:1' },
    body: {
      from: 'Atrium <noreply@example.test>',
      to: ['ada@example.test'],
      subject: 'Hello',
      text: 'Hi Ada',
      reply_to: 'grace@example.test',
    },
  })
})

test('adds the one-click headers if the mail has an unsubscribe page', async () => {
  const { url, requests } = await answering(200, { id: 'm_1' })
  const unsubscribeUrl = 'https://atrium.example/api/public/unsubscribe/abc'
  await httpMailer({ apiKey, apiUrl: url }).send({ ...mail, unsubscribeUrl })
  expect(requests[0]?.body).toMatchObject({
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
})

test('sends more recipients, copies and files with a mail', async () => {
  const { url, requests } = await answering(200, { id: 'm_1' })
  const file = { name: 'INV-1.pdf', contentType: 'application/pdf', content: 'JVBERi0=' }
  const logo = { name: 'logo.jpg', contentType: 'image/jpeg', content: '/9j/', contentId: 'logo' }
  const more = { alsoTo: ['b@example.test'], cc: ['c@example.test'], attachments: [file, logo] }
  await httpMailer({ apiKey, apiUrl: url }).send({ ...mail, ...more })
  expect(requests[0]?.body).toMatchObject({
    to: ['ada@example.test', 'b@example.test'],
    cc: ['c@example.test'],
    attachments: [
      { filename: 'INV-1.pdf', content: 'JVBERi0=', content_type: 'application/pdf' },
      { filename: 'logo.jpg', content_id: 'logo' },
    ],
  })
})

test('uses the shared sandbox sender if no sender is configured', async () => {
  const { url, requests } = await answering(200, { id: 'm_1' })
  await httpMailer({ apiKey, apiUrl: url }).send(mail)
  expect(requests[0]?.body).toMatchObject({ from: sandboxSender })
})

test.each([
  [429, 'rate_limit_exceeded', true],
  [500, 'internal_server_error', true],
  [503, 'unavailable', true],
  [409, 'concurrent_idempotent_requests', true],
  [401, 'invalid_api_key', false],
  [403, 'validation_error', false],
  [422, 'invalid_to_address', false],
])('reports a %i %s error as retryable: %s', async (status, name, retryable) => {
  const { url } = await answering(
    status,
    { name, message: 'to ada@example.test' },
    { 'retry-after': '7' },
  )
  const error = await failure(httpMailer({ apiKey, apiUrl: url }).send(mail))
  expect(error).toBeInstanceOf(MailError)
  expect(error).toMatchObject({ retryable, retryAfterSeconds: 7 })
  expect(String(error)).toContain(name)
  expect(String(error)).not.toContain('ada@')
  expect(String(error)).not.toContain(apiKey)
})

test('counts a mail as sent if the provider has accepted its key with other content', async () => {
  const { url } = await answering(409, { name: 'invalid_idempotent_request' })
  const receipt = await httpMailer({ apiKey, apiUrl: url }).send(mail)
  expect(receipt).toEqual({ outcome: 'sent', reference: '' })
})

test('times out if the provider is silent', async () => {
  const { url } = await provider(() => {})
  const error = await failure(httpMailer({ apiKey, apiUrl: url, timeoutMs: 200 }).send(mail))
  expect(error).toMatchObject({ retryable: true })
})

test('allows a retry if the provider is unreachable', async () => {
  const error = await failure(httpMailer({ apiKey, apiUrl: 'http://127.0.0.1:1' }).send(mail))
  expect(error).toMatchObject({ retryable: true })
})

test('judges a response by its status if it is not JSON', async () => {
  const { url } = await provider((response) => response.writeHead(502).end('<html>bad gateway'))
  expect(await failure(httpMailer({ apiKey, apiUrl: url }).send(mail))).toMatchObject({
    retryable: true,
  })
})

test.each([
  ['https://bad.example/x', 'https bad\u2024example/x'],
  ['Win at www.bad.example', 'Win at www\u2024bad\u2024example'],
  ['ada@bad.example', 'ada@bad\u2024example'],
  ['bad\uff0eexample and bad\u3002example', 'bad\u2024example and bad\u2024example'],
  ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
  ['2.5 tickets, St. Pauli', '2.5 tickets, St. Pauli'],
  ['a\nb', 'a b'],
])('writes the name %j so that no mail program turns it into a link', (name, plain) => {
  expect(plainName(name, 100)).toBe(plain)
})

test('keeps the lines of a text when it breaks the links', () => {
  const text = 'Pay?\n\nReview and decide: https://bad.example/x\nThanks.'
  expect(unlinkText(text)).toBe('Pay?\n\nReview and decide: https bad\u2024example/x\nThanks.')
})

test('limits the length of a name', () => {
  expect(plainName('x.'.repeat(100_000), 80)).toHaveLength(80)
})

test('keeps each mail once as an owner-only file if there is no key', async () => {
  const outboxDirectory = join(await mkdtemp(join(tmpdir(), 'atrium-mailer-')), 'outbox')
  closing.push(() => rm(outboxDirectory, { recursive: true }))
  const mailer = createMailer({
    apiKey: undefined,
    apiUrl: undefined,
    from: undefined,
    outboxDirectory,
  })
  const receipt = await mailer.send(mail)
  await mailer.send(mail)
  await mailer.send({ ...mail, idempotencyKey: '../../note:2' })
  const files = await readdir(outboxDirectory)
  expect(receipt.outcome).toBe('captured')
  expect(files).toHaveLength(2)
  expect(files).toContain(receipt.reference)
  const path = join(outboxDirectory, receipt.reference)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(mail)
  expect((await stat(path)).mode & 0o077).toBe(0)
})

test('uses the provider if there is a key', async () => {
  const { url, requests } = await answering(200, { id: 'm_1' })
  await createMailer({ apiKey, apiUrl: url, from: undefined, outboxDirectory: '/nowhere' }).send(
    mail,
  )
  expect(requests).toHaveLength(1)
})

test('writes a mail with one button as text and as escaped HTML', () => {
  const { text, html } = buttonMail({
    paragraphs: ['Ada & <b>Bob</b> ask', 'Two\nlines'],
    button: { label: 'Open "it"', url: 'https://app.example/a?token=t&x="y"' },
    footer: 'Sent for you',
  })
  expect(text).toBe(
    'Ada & <b>Bob</b> ask\n\nTwo\nlines\n\nOpen "it": https://app.example/a?token=t&x="y"\n\nSent for you\n',
  )
  expect(html).toContain('Ada &amp; &lt;b&gt;Bob&lt;/b&gt; ask')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain('href="https://app.example/a?token&#61;t&amp;x&#61;&quot;y&quot;"')
  expect(html).not.toMatch(/<(?:img|link|script)/)
})

test('shows sender, logo and figure in the HTML, and escapes all of them', () => {
  const parts = { paragraphs: ['Thank you'], language: 'de' }
  const figure = { label: '<i>Due</i>', value: '<b>1</b>', note: '<u>soon</u>' }
  const named = buttonMail({ ...parts, figure, sender: { name: '<script>' } })
  expect(named.text).toBe('Thank you\n')
  expect(named.html).toContain('<html lang="de">')
  for (const part of ['&lt;script&gt;', '&lt;i&gt;Due', '&lt;b&gt;1', '&lt;u&gt;soon'])
    expect(named.html).toContain(part)
  expect(named.html).not.toMatch(/<(?:a|img|script|[ibu])[ >]/)
  const drawn = buttonMail({ ...parts, sender: { name: '"><i>', logo: 'cid:logo' } })
  expect(drawn.html).toContain('<img src="cid:logo" alt="&quot;&gt;&lt;i&gt;"')
})

test('sends the HTML with the text if the mail has HTML', async () => {
  const { url, requests } = await answering(200, { id: 'mail_1' })
  const mailer = httpMailer({ apiKey, apiUrl: url })
  await mailer.send({ ...mail, html: '<p>Hi Ada</p>' })
  await mailer.send(mail)
  expect(requests.map(({ body }) => (body as { html?: string }).html)).toEqual([
    '<p>Hi Ada</p>',
    undefined,
  ])
})
