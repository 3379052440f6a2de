import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { freePort } from '@atrium/dev-servers'
import {
  aPdf,
  createTestDatabase,
  createTestEnv,
  eventually,
  inheritedEnvironment,
} from '@atrium/testkit'
import { expect, test } from 'vitest'
import { deployables } from '../services.ts'
import { bundleService } from './bundle-service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns a worker program's response to one message. */
async function askThread(file: string, message: object): Promise<unknown> {
  const thread = new Worker(file)
  const answer = once(thread, 'message')
  thread.postMessage(message)
  const [value] = await answer
  await thread.terminate()
  return value
}

async function askPictureProcess(file: string, request: object): Promise<unknown> {
  const child = fork(file, ['700000000'], { serialization: 'advanced', stdio: 'ignore' })
  const answer = once(child, 'message')
  child.send(request)
  const [value] = await answer
  child.kill('SIGKILL')
  return value
}

/** A grey PNG with one pixel. */
const aPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

const nowhere = { line1: null, line2: null, city: null, postalCode: null, country: null }
/** An invoice in two scripts. */
const aDocument = {
  invoice: {
    id: 'inv_1',
    number: 'INV-2026-000001',
    status: 'open',
    currency: 'EUR',
    vatRateBps: 0,
    dueDate: null,
    issueDate: '2026-11-21T00:00:00.000Z',
    issuedOn: '2026-11-21',
    dueOn: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    lineItems: [{ description: '出張費', quantity: 1, unitAmountCents: 100 }],
    subtotalAmountCents: 100,
    vatAmountCents: 0,
    totalAmountCents: 100,
    creditedCents: 0,
    paidCents: 0,
    amountDueCents: 100,
    paidAt: null,
    note: 'ありがとうございます',
    footer: null,
    orderNumber: null,
    buyerReference: null,
    contractNumber: null,
    serviceFrom: null,
    serviceTo: null,
    paymentReference: 'RF18INV2026000001',
    publicUrl: null,
    paymentsHostedInvoiceUrl: null,
  },
  seller: {
    name: 'Harbour Studio',
    ...nowhere,
    taxId: null,
    registration: null,
    vatExemption: null,
    taxNumber: null,
    legalForm: null,
    shareCapital: null,
    email: null,
    phone: null,
    website: null,
    iban: 'DE89370400440532013000',
    bic: null,
    bankName: null,
  },
  buyer: {
    name: 'מאפיית הנמל',
    email: '',
    billingLine1: null,
    billingLine2: null,
    billingCity: null,
    billingPostalCode: null,
    billingState: null,
    billingCountry: null,
    taxId: null,
  },
  language: 'en',
  delivery: { from: '2026-11-21', to: '2026-11-21' },
  brandColor: null,
  logo: null,
}

test.each(deployables)(
  'runs $name from one file far from the checkout and stops on request',
  async ({ name, folder, portVariable }) => {
    const away = await mkdtemp(join(tmpdir(), 'atrium-bundle-'))
    const database = await createTestDatabase()
    const port = await freePort()
    const internalPort = name === 'gateway' ? await freePort() : port
    const env = createTestEnv({
      databaseUrl: database.url,
      overrides: {
        [portVariable]: String(port),
        ...(name === 'gateway' ? { GATEWAY_INTERNAL_PORT: String(internalPort) } : {}),
        ...inheritedEnvironment(),
        ASSETS_UPLOAD_DIR: join(away, 'assets'),
        MAIL_OUTBOX_DIR: join(away, 'outbox'),
      },
    })
    let child: ChildProcess | undefined
    try {
      const file = await bundleService(root, folder, join(away, 'app'))
      child = spawn(process.execPath, ['--enable-source-maps', file], {
        cwd: away,
        env,
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await eventually(async () => {
        const response = await fetch(`http://127.0.0.1:${internalPort}/readyz`)
        expect(response.status).toBe(200)
      })
      if (name === 'dashboard') {
        const page = await fetch(`http://127.0.0.1:${port}/board`)
        expect(page.headers.get('content-type')).toContain('text/html')
        const script = /src="(\/files\/[^"]+)"/.exec(await page.text())?.[1] ?? ''
        expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200)
        // In a container, the bundle runs as a different user.
        expect((await stat(join(away, 'app/pages'))).mode & 0o005).toBe(0o005)
      }
      if (name === 'gateway') {
        const page = await fetch(`http://127.0.0.1:${port}/api/docs/swagger-ui-bundle.js`)
        expect(page.headers.get('content-type')).toContain('javascript')
        expect((await page.bytes()).length).toBeGreaterThan(100_000)
      }
      if (name === 'invoicing' || name === 'assets') {
        const work = { do: 'flatten', width: 1, height: 1 }
        const drawn = await askPictureProcess(join(away, 'app/picture-process.mjs'), {
          work,
          bytes: aPng,
        })
        expect(drawn).toEqual({ bytes: expect.any(Uint8Array) })
      }
      if (name === 'invoicing') {
        const font = await stat(
          join(away, 'app/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
        )
        expect(font.size).toBeGreaterThan(100_000)
        const drawn = await askThread(join(away, 'app/document-thread.mjs'), aDocument)
        expect(drawn).toMatchObject({ value: expect.any(Uint8Array) })
      }
      if (name === 'workflow') {
        const ask = (thread: string, message: object) =>
          askThread(join(away, `app/${thread}.mjs`), message)
        const pattern = await ask('pattern-thread', { source: 'b+', text: 'abc' })
        expect(pattern).toMatchObject({ value: { found: true, error: null } })
        const file = {
          kind: 'file',
          bytes: aPdf('Invoice 17'),
          contentType: 'application/pdf',
          name: 'invoice.pdf',
        }
        expect(await ask('text-thread', file)).toMatchObject({ value: { text: 'Invoice 17' } })
        const source = {
          bytes: new TextEncoder().encode('<title>Bread</title>'),
          contentType: 'text/html',
        }
        const page = { what: 'page', source: { ...source, url: 'https://example.com/' } }
        expect(await ask('page-thread', page)).toMatchObject({
          value: { page: { title: 'Bread' } },
        })
      }
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      child?.kill('SIGKILL')
      await database.drop()
      await rm(away, { recursive: true, force: true })
    }
  },
  // The dashboard's pages take most of the time: half a minute next to another suite.
  120_000,
)
