import { createHash } from 'node:crypto'
import type { FilePart, FilePartOutcome, WorkflowItem } from '@atrium/contracts'
import { aPdf } from '@atrium/testkit'
import { beforeEach, expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { aMail, mailWorld } from '../../../test/mail-world.ts'
import { recordedRun, testNode } from '../../../test/recorded-run.ts'

const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(900_000, 'x')])
const attached = (name: string, type: string, bytes: Buffer, how = 'attachment') => [
  '--b',
  `Content-Type: ${type}`,
  `Content-Disposition: ${how}; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  bytes.toString('base64'),
]
const withFiles = (id: string, ...files: string[][]) =>
  aMail(id, 1_000, [
    'From: Mill <mill@example.com>',
    'Subject: Invoice 42',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Your invoice <img src="cid:logo@mill"></p>',
    ...files.flat(),
    '--b--',
  ])

let stored: Map<string, Buffer>
let received: Map<string, Buffer[]>
let answers: FilePartOutcome[]
let asked: FilePart[]
beforeEach(() => {
  stored = new Map()
  received = new Map()
  answers = []
  asked = []
})

async function store(part: FilePart): Promise<FilePartOutcome> {
  asked.push(part)
  const next = answers.shift()
  if (next !== undefined) return next
  const parts = received.get(part.name) ?? []
  received.set(part.name, parts)
  if (part.offset === 0) parts.splice(0)
  parts.push(Buffer.from(part.bytes, 'base64'))
  const whole = Buffer.concat(parts)
  if (whole.length < part.size) return { outcome: 'more', next: whole.length }
  expect(createHash('sha256').update(whole).digest('hex')).toBe(part.digest)
  if (!whole.includes('%PDF-')) return { outcome: 'refused', message: 'The file is no PDF' }
  stored.set(part.name, whole)
  const key = `${part.orgId}/priv/${stored.size}.pdf`
  const url = `http://api/api/assets/${key}`
  return {
    outcome: 'stored',
    file: { key, url, contentType: 'application/pdf', bytes: whole.length },
  }
}

async function run(mails: ReturnType<typeof withFiles>[], seeds?: WorkflowItem[]) {
  const world = mailWorld(mails)
  const items: WorkflowItem[] = []
  const keep = testNode('keep', (given) => {
    items.push(...given)
    return { outputs: { main: given } }
  })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('save', 'save_attachments', { connector: 'chn_1' }),
      node('keep', 'keep'),
    ],
    [edge('start', 'save'), edge('save', 'keep')],
  )
  const start =
    seeds ??
    mails.map(({ id }) => ({ externalId: id, source: { scheme: 'mailbox' }, json: { title: id } }))
  const ports = { ...world.ports, files: { store } }
  const { nodes } = await recordedRun(flow, { ports, nodes: [keep], seeds: { start } })
  return { ...nodes['save'], items }
}

it('stores each PDF in parts under its message id and position, and adds it to the item', async () => {
  const [boundary = '', ...logo] = attached('logo.png', 'image/png', Buffer.from('logo'), 'inline')
  const inline = [boundary, 'Content-ID: <logo@mill>', ...logo]
  const mail = withFiles('m1', inline, attached('bill.pdf', 'application/pdf', pdf))
  const { items, message } = await run([mail])
  expect(message).toBe('1 files saved')
  expect(stored.get('mail:chn_1:m1:0')?.equals(pdf)).toBe(true)
  expect(asked.map(({ offset }) => offset)).toEqual([0, 393_216, 786_432])
  expect(asked[0]).toMatchObject({ orgId: 'org_1', size: pdf.length })
  expect(items[0]).toMatchObject({
    externalId: 'm1',
    json: {
      title: 'm1',
      files: [
        {
          name: 'bill.pdf',
          contentType: 'application/pdf',
          url: 'http://api/api/assets/org_1/priv/1.pdf',
        },
      ],
      file: 'http://api/api/assets/org_1/priv/1.pdf',
      unsaved: [],
    },
  })
})

it('gives the reason if a file type is not stored, and adds no files if the message is deleted', async () => {
  const { items, message } = await run([
    withFiles('m1', attached('a.exe', 'application/pdf', Buffer.from('MZ'))),
  ])
  expect(items[0]?.json).toMatchObject({
    files: [],
    file: null,
    unsaved: [{ name: 'a.exe', reason: expect.any(String) }],
  })
  expect(message).toBe('0 files saved; 1 of a kind that is not stored')
  const gone = await run([], [{ source: { scheme: 'mailbox' }, externalId: 'gone', json: {} }])
  expect(gone.items[0]?.json).toMatchObject({ files: [], file: null })
})

it('sends a file again from the start when a part is lost, and fails if it never arrives whole', async () => {
  const mail = withFiles('m1', attached('bill.pdf', 'application/pdf', pdf))
  answers = [{ outcome: 'more', next: 393_216 }, { outcome: 'restart' }]
  expect((await run([mail])).message).toBe('1 files saved')
  expect(asked.map(({ offset }) => offset)).toEqual([0, 393_216, 0, 393_216, 786_432])
  answers = Array.from({ length: 9 }, () => ({ outcome: 'restart' }))
  expect(await run([mail])).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('stored completely'),
  })
})

it('reports the missing field if an item is not a message', async () => {
  expect(await run([], [{ json: { title: 'x' } }])).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('messageId'),
  })
})

it('finds and saves the PDF of an invoice that was forwarded as an attachment', async () => {
  const bill = Buffer.from(aPdf('Invoice no. 2026-017 Total 59,90 EUR'))
  const forwarded = [
    'Subject: Your invoice for March',
    'From: Paper Ltd <bills@paper.example>',
    'Content-Type: multipart/mixed; boundary=i',
    '',
    '--i',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename=invoice-2026-017.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    bill.toString('base64'),
    '--i--',
  ]
  const world = mailWorld([
    aMail('m1', Date.now(), [
      'From: Colleague <colleague@example.com>',
      'Subject: Fwd',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=o',
      '',
      '--o',
      'Content-Type: text/plain',
      '',
      'See below',
      '--o',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment; filename=march.eml',
      '',
      ...forwarded,
      '--o--',
    ]),
  ])
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('read', 'read_mailbox', { connector: 'chn_1' }),
      node('gate', 'collect_invoices', { useModel: false }),
      node('save', 'save_attachments', { connector: 'chn_1' }),
    ],
    [edge('start', 'read'), edge('read', 'gate'), edge('gate:invoices', 'save')],
  )
  const filed: unknown[] = []
  const fileDocuments = async ({ documents }: { documents: readonly unknown[] }) => {
    filed.push(...documents)
    return { enabled: true, filed: documents.length }
  }
  const ports = { ...world.ports, files: { store }, fileDocuments }
  const { nodes } = await recordedRun(flow, { ports })
  expect(nodes['gate']?.outputs).toEqual({ invoices: 1, rejected: 0 })
  const invoice = { number: '2026-017', totalAmountCents: 5_990, file: 'invoice-2026-017.pdf' }
  expect(filed).toMatchObject([invoice])
  expect(nodes['save']?.message).toBe('1 files saved')
  expect([...stored.values()].map((each) => each.equals(bill))).toEqual([true])
  expect(nodes['save']?.sample?.items[0]?.json).toMatchObject({
    invoice,
    files: [{ name: 'invoice-2026-017.pdf', contentType: 'application/pdf' }],
  })
})
