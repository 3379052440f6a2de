import { type ChildProcess, fork } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkEndpoints } from '../networks/create-networks.ts'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'

let home: string
const started: Array<{ stop(): Promise<void> }> = []
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'atrium-sandbox-'))
})
afterEach(async () => {
  for (const running of started.splice(0)) await running.stop()
  await rm(home, { recursive: true, force: true })
})

async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox({ home, payments: { secretKey: 'sk_test_1' } })
  started.push(sandbox)
  return sandbox
}

/** Starts the stand-ins in a separate process that can be killed. */
async function startProcess(): Promise<{ url: string; kill(): Promise<void> }> {
  const child: ChildProcess = fork(join(import.meta.dirname, '..', 'main.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SANDBOX_PORT: '0',
      SANDBOX_IMAP_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      ATRIUM_HOME: home,
    },
    silent: true,
  })
  const kill = async (): Promise<void> => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.kill('SIGKILL')) await gone
  }
  started.push({ stop: kill })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('exit', () => reject(new Error('the sandbox ended')))
  })
  return { url, kill }
}

type Body = Record<string, unknown>
const caller =
  (url: string, account?: string) =>
  async (method: string, path: string, form: Record<string, string> = {}, key?: string) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: 'Bearer sk_test_sandbox',
        ...(account === undefined ? {} : { 'stripe-account': account }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    })
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      body: (await response.json()) as Body,
    }
  }

test('keeps everything that the payment processor has responded when it is killed', async () => {
  const first = await startProcess()
  const made = await caller(first.url)('POST', '/v1/accounts', { type: 'standard' }, 'account')
  const account = String(made.body['id'])
  const onboarded = await fetch(`${first.url}/onboarding/${account}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'enable' }),
    redirect: 'manual',
  })
  expect(onboarded.status).toBe(303)
  const call = caller(first.url, account)
  const readId = async (path: string, form: Record<string, string>) =>
    String((await call('POST', path, form, path)).body['id'])
  const customer = await readId('/v1/customers', { name: 'A', email: 'a@example.com' })
  const product = await readId('/v1/products', { name: 'Plan' })
  const terms = { product, currency: 'eur', unit_amount: '500', 'recurring[interval]': 'month' }
  const price = await readId('/v1/prices', terms)
  const due = String(Math.floor(Date.now() / 1000) + 86_400)
  const invoice = await readId('/v1/invoices', {
    customer,
    collection_method: 'send_invoice',
    due_date: due,
    currency: 'eur',
  })
  await call('POST', '/v1/invoiceitems', { customer, invoice, currency: 'eur', amount: '500' })
  await call('POST', `/v1/invoices/${invoice}/finalize`)
  const session = await call('POST', '/v1/checkout/sessions', {
    mode: 'subscription',
    'line_items[0][price]': price,
    'line_items[0][quantity]': '1',
    success_url: 'http://localhost/done',
  })
  const paid = await fetch(String(session.body['url']), {
    method: 'POST',
    body: new URLSearchParams({ email: 'b@example.com', name: 'B' }),
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  const seen = async (url: string) => {
    const ask = caller(url, account)
    const bought = await ask('GET', `/v1/checkout/sessions/${String(session.body['id'])}`)
    const paths = [
      `/v1/accounts/${account}`,
      `/v1/customers/${customer}`,
      `/v1/products/${product}`,
      `/v1/prices/${price}`,
      `/v1/invoices?limit=100`,
      `/v1/subscriptions/${String(bought.body['subscription'])}`,
      '/v1/events?limit=100',
    ]
    const answers = await Promise.all(paths.map((path) => ask('GET', path, {}, undefined)))
    return [bought.body, ...answers.map(({ body }) => body)]
  }
  const before = await seen(first.url)
  expect(before).toMatchObject([
    { status: 'complete' },
    { charges_enabled: true },
    {},
    {},
    { active: true },
    { data: [{ status: 'paid' }, { id: invoice, status: 'open', number: 'SBX-0001' }] },
    { status: 'active' },
    {},
  ])
  await first.kill()

  const second = await startProcess()
  expect(await seen(second.url)).toEqual(before)
  const again = await caller(second.url)('POST', '/v1/accounts', { type: 'standard' }, 'account')
  expect([again.body, again.replayed]).toEqual([made.body, 'true'])
  const other = await caller(second.url, account)(
    'POST',
    '/v1/products',
    { name: 'Other' },
    '/v1/products',
  )
  expect([other.status, other.body]).toMatchObject([400, { error: { type: 'idempotency_error' } }])
})

test('accepts issued tokens and shows the posts of every network after a restart', async () => {
  const first = await start()
  const servers = ['videonet', 'shortpost', 'pronet', 'forumnet', 'mailbox'] as const
  const tokens = servers.map((name) => first[name].giveTokens().accessToken)
  const page = first.pagenet.giveToken({ kind: 'page', pageId: '1001' })
  const photo = first.photonet.giveToken({ kind: 'user' })
  const posted = await fetch(`${first.url}/pagenet/v25.0/1001/feed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${page}` },
    body: new URLSearchParams({ message: 'Bread is ready' }),
  })
  expect(posted.status).toBe(200)
  const revoked = first.shortpost.giveTokens()
  first.shortpost.tokens.end(revoked.accessToken, 'revoked')
  // Any request that may change something saves its network.
  for (const { network } of networkEndpoints) {
    await fetch(`${first.url}/${network}/faults`, { method: 'POST', body: new URLSearchParams() })
  }

  const second = await start()
  for (const [index, name] of servers.entries()) {
    expect([name, second[name].tokens.check(tokens[index], 'access')]).toEqual([
      name,
      expect.objectContaining({ state: 'valid', value: tokens[index] }),
    ])
  }
  expect(second.shortpost.tokens.check(revoked.accessToken, 'access')).toBe('revoked')
  expect(second.photonet.tokens.get(photo)).toMatchObject({ state: 'valid' })
  expect(second.pagenet.pages.find(({ id }) => id === '1001')?.posts).toMatchObject([
    { message: 'Bread is ready', createdAt: expect.any(Date) },
  ])
  const shown = await (await fetch(`${second.url}/pagenet/pages/1001`)).text()
  expect(shown).toContain('Bread is ready')
  const more = await fetch(`${second.url}/pagenet/v25.0/1001/feed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${page}` },
    body: new URLSearchParams({ message: 'And again' }),
  })
  expect(more.status).toBe(200)
  // It is still one consent, so revoking ends all its tokens.
  const [, kept] = [...second.videonet.tokens.all.values()]
  if (kept === undefined) throw new Error('no refresh token')
  second.videonet.tokens.endGrant(kept.grant)
  expect(second.videonet.tokens.check(tokens[0], 'access')).toBe('revoked')
})

test('drops an incomplete last line and names a damaged file', async () => {
  const first = await start()
  const made = await fetch(`${first.url}/v1/accounts`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_1' },
    body: new URLSearchParams({ type: 'standard' }),
  })
  const { id } = (await made.json()) as { id: string }
  const file = join(home, 'payments.jsonl')
  await appendFile(file, '[["acct_1","invo')
  expect((await start()).payments.state.accounts.has(id)).toBe(true)
  await writeFile(file, 'not a line\n[["acct_1"],{}]\n')
  await expect(start()).rejects.toThrow(`line 1 of ${file} cannot be read`)
  await rm(file)
  await writeFile(join(home, 'pagenet.state'), 'nothing')
  await expect(start()).rejects.toThrow('pagenet.state cannot be read')
})
