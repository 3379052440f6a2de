import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  defaultOrgSettings,
  FindMember,
  FindOrg,
  OrgSettingsOf,
  RoleOf,
  WorkflowAttention,
  WorkflowOverview,
} from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { keepAudit } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertApproval } from '../src/approvals/approvals.db.ts'
import { failRunsOfDeadWorkers } from '../src/worker/fail-lost-runs.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, type Harness, type RunBody, startHarness } from './harness.ts'
import { testNode } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

interface Listed {
  items: {
    id: string
    status: string
    message: string
    to: string
    items: { json: Record<string, unknown> }[]
    itemCount: number
    mayDecide: boolean
    workflowId: string
    runId: string
    expiresAt: string
  }[]
  total: number
}

const seen: { as: string; approval: unknown; place: number }[] = []
const note = testNode('note', (items, params) => {
  for (const [place, { json }] of items.entries())
    seen.push({ as: String(params['as']), approval: json['approval'], place })
  return { outputs: { main: items } }
})
const twoItems = testNode('two_items', (items, _params, { derive }) => ({
  outputs: {
    main: items.flatMap((item) => [
      derive(item, { json: { name: 'First', a: 1 } }),
      derive(item, { json: { name: 'Second' } }),
    ]),
  },
}))

let harness: Harness
let outbox: string
let stopIdentity: () => Promise<void>
let readAudit: Awaited<ReturnType<typeof keepAudit>>
/** Members by organisation and address. */
const members = new Map<string, string>()

/** The search for the member waits for this. */
let mayFind = Promise.resolve()

beforeAll(async () => {
  outbox = await mkdtemp(join(tmpdir(), 'atrium-approvals-'))
  harness = await startHarness([note, twoItems], { MAIL_OUTBOX_DIR: outbox })
  readAudit = await keepAudit(harness.db)
  const identity = await startStandIn(harness.env, 'identity', [
    rpcHandler(FindMember, async ({ orgId, email }) => {
      await mayFind
      const userId = members.get(`${orgId} ${email}`)
      return { member: userId === undefined ? null : { userId, name: 'Ada', email } }
    }),
    rpcHandler(OrgSettingsOf, async () => ({
      settings: {
        ...defaultOrgSettings,
        timezone: 'Asia/Tokyo',
        locale: 'de-AT',
        brandColor: '#005f73',
        imprint: 'Kai 1',
        privacyUrl: 'https://harbour.example/privacy',
        publicName: 'The Harbour',
      },
    })),
    rpcHandler(FindOrg, async ({ slugOrId }) => ({
      org: { orgId: slugOrId, name: 'Harbour', slug: 'harbour', ownerId: 'usr_1' },
    })),
    rpcHandler(RoleOf, async ({ orgId, userId }) => ({
      role: [...members].some(([key, id]) => key.startsWith(`${orgId} `) && id === userId)
        ? ('member' as const)
        : null,
    })),
  ])
  stopIdentity = identity.stop
})
afterAll(async () => {
  await stopIdentity()
  await harness.stop()
  await rm(outbox, { recursive: true, force: true })
})

const to = 'ada@example.com'

function meet() {
  const owner = harness.caller()
  const { orgId } = owner.principal
  const asked = harness.caller({ orgId, role: 'member' })
  members.set(`${orgId} ${to}`, asked.principal.userId)
  return { owner, asked, colleague: harness.caller({ orgId, role: 'owner' }), orgId: orgId ?? '' }
}

const asking = (as: string, params: Record<string, unknown> = {}) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('items', 'two_items'),
      node('ask', 'ask_approval', { to, message: 'Publish {{ $json.name }}?', ...params }),
      node('yes', 'note', { as: `${as} approved` }),
      node('no', 'note', { as: `${as} declined` }),
      node('late', 'note', { as: `${as} expired` }),
    ],
    [
      edge('start', 'items'),
      edge('items', 'ask'),
      edge('ask:approved', 'yes'),
      edge('ask:declined', 'no'),
      edge('ask:expired', 'late'),
    ],
  )

const list = async (caller: Caller, status = 'pending'): Promise<Listed> =>
  (await caller.call<Listed>('GET', `/api/approvals?status=${status}`)).body

async function ask(owner: Caller, as: string, params: Record<string, unknown> = {}) {
  const workflowId = await owner.create(asking(as, params), `Workflow ${as}`)
  const { body } = await owner.call<{ runId: string }>('POST', `/api/workflows/${workflowId}/run`)
  const question = await eventually(async () => {
    const found = (await list(owner)).items.find(({ runId }) => runId === body.runId)
    if (found === undefined) throw new Error('not asked yet')
    await asleep(body.runId)
    return found
  })
  return { workflowId, runId: body.runId, question }
}

const asleep = (runId: string) =>
  eventually(async () => {
    const row = await harness.db
      .selectFrom('runs')
      .select(['status', 'worker_id'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'parked', worker_id: null })
  })

async function readMail(id: string): Promise<{ subject: string; text: string; html: string }> {
  return eventually(async () => {
    for (const name of await readdir(outbox)) {
      const text = await readFile(join(outbox, name), 'utf8')
      if (name.endsWith('.json') && text.includes(`approval:${id}"`)) return JSON.parse(text)
    }
    throw new Error('no mail yet')
  })
}
const findToken = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? ''

const post = async (path: string, body: unknown) => {
  const answer = await fetch(`${harness.service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const notes = (as: string) => seen.filter((each) => each.as.startsWith(as))

it('asks once for all items of the step and continues when the asked member approves', async () => {
  const { owner, asked, colleague, orgId } = meet()
  const { question, workflowId, runId } = await ask(owner, 'approve')
  expect(question).toMatchObject({
    status: 'pending',
    message: 'Publish First?',
    to,
    itemCount: 2,
    items: [{ json: { name: 'First', a: 1 } }, { json: { name: 'Second' } }],
    workflowId,
    workflowName: 'Workflow approve',
    mayDecide: false,
    approval: null,
  })
  // People read the fields in the order of the item.
  expect(Object.keys(question.items[0]?.json ?? {})).toEqual(['name', 'a'])
  expect((await list(asked)).items).toMatchObject([{ id: question.id, mayDecide: true }])
  expect((await list(colleague)).total).toBe(0)
  const wish = { decision: 'approve', note: ' Go ahead ' }
  const path = `/api/approvals/${question.id}`
  expect(await colleague.call('POST', path, wish)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect((await owner.call('POST', path, wish)).status).toBe(403)
  expect((await harness.caller().call('POST', path, wish)).status).toBe(404)
  const decided = await asked.call('POST', path, wish)
  const approval = {
    decision: 'approve',
    note: 'Go ahead',
    by: { id: asked.principal.userId, name: 'Ada' },
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  }
  expect(decided).toMatchObject({ status: 200, body: { status: 'approved', approval } })
  expect(await owner.ended(workflowId, runId)).toMatchObject({ status: 'completed' })
  expect(notes('approve')).toEqual([
    { as: 'approve approved', approval, place: 0 },
    { as: 'approve approved', approval, place: 1 },
  ])
  expect(await asked.call('POST', path, { decision: 'decline' })).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  })
  expect((await list(asked)).total).toBe(0)
  expect((await list(asked, 'approved')).total).toBe(1)
  expect(await readAudit(orgId)).toMatchObject([
    {
      action: 'approval.decided',
      actor: { userId: asked.principal.userId },
      target: { id: question.id },
      detail: { decision: 'approve', runId },
    },
  ])
})

it('decides with the token of the mail once, without a session', async () => {
  const { owner } = meet()
  const { question, workflowId, runId } = await ask(owner, 'mailed')
  const other = await ask(owner, 'other')
  const mail = await readMail(question.id)
  expect(mail.subject).toBe('Approval needed: Publish First?')
  expect(mail.text).toMatch(/You can decide until \w+day,? \d+ \w+ \d{4} at \d\d:\d\d GMT\+9\./)
  const token = findToken(mail.text)
  expect(mail.html).toContain('Review and decide')
  expect(mail.html.match(/<a /g)).toHaveLength(1)
  expect(token.length).toBeGreaterThan(40)
  const stored = await harness.db
    .selectFrom('approvals')
    .select('token_hash')
    .where('id', '=', question.id)
    .executeTakeFirstOrThrow()
  expect(stored.token_hash).toMatch(/^[0-9a-f]{64}$/)
  const path = `/api/public/approvals/${question.id}`
  expect(await post(`${path}/question`, { token })).toMatchObject({
    status: 200,
    body: {
      message: 'Publish First?',
      itemCount: 2,
      status: 'pending',
      organisation: {
        name: 'The Harbour',
        language: 'de',
        logoUrl: null,
        brandColor: '#005f73',
        imprint: 'Kai 1',
        privacyUrl: 'https://harbour.example/privacy',
      },
    },
  })
  const wish = { decision: 'decline', note: null }
  for (const wrong of ['x', `${token}x`, findToken((await readMail(other.question.id)).text)]) {
    expect((await post(`${path}/question`, { token: wrong })).status).toBe(404)
    expect((await post(path, { token: wrong, ...wish })).status).toBe(404)
  }
  expect((await post(path, { token, decision: 'maybe' })).status).toBe(400)
  expect((await post('/api/public/approvals/apr_none', { token, ...wish })).status).toBe(404)
  expect(await post(path, { token, ...wish })).toMatchObject({
    status: 200,
    body: { status: 'declined', organisation: { name: 'The Harbour' } },
  })
  expect(await owner.ended(workflowId, runId)).toMatchObject({ status: 'completed' })
  expect(notes('mailed').map(({ as }) => as)).toEqual(['mailed declined', 'mailed declined'])
  for (const address of [path, `${path}/question`]) {
    const again = await post(address, { token, ...(address === path ? wish : {}) })
    expect(again).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  }
})

it('breaks links in the question of the mail, because its text may come from outside', async () => {
  const { owner } = meet()
  const message = 'Pay?\n\nReview and decide: https://evil.example/x'
  const { question } = await ask(owner, 'linked', { message })
  expect(question.message).toBe(message)
  const mail = await readMail(question.id)
  expect(mail.text).toContain('Pay?\n\nReview and decide: https evil\u2024example/x')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('evil.example')
})

it('refuses the token when the member has left the organisation', async () => {
  const { owner, orgId } = meet()
  const { question } = await ask(owner, 'left')
  const token = findToken((await readMail(question.id)).text)
  members.delete(`${orgId} ${to}`)
  const answer = await post(`/api/public/approvals/${question.id}`, { token, decision: 'approve' })
  expect(answer.status).toBe(404)
})

it('continues on the output expired when nobody decides in time, and refuses a late decision', async () => {
  const { owner, asked } = meet()
  const { question, workflowId, runId } = await ask(owner, 'expire', { expiresInHours: 0.0006 })
  expect(await owner.ended(workflowId, runId)).toMatchObject({ status: 'completed' })
  expect(notes('expire')[0]).toEqual({
    as: 'expire expired',
    approval: { decision: null, note: null, by: null, at: question.expiresAt },
    place: 0,
  })
  const late = await asked.call('POST', `/api/approvals/${question.id}`, { decision: 'approve' })
  expect(late).toMatchObject({ status: 409, body: { code: 'already_decided' } })
  expect((await list(owner, 'expired')).items).toMatchObject([
    { id: question.id, status: 'expired', approval: null },
  ])
})

it('no longer finds the question of a cancelled run', async () => {
  const { owner, asked } = meet()
  const { question, workflowId, runId } = await ask(owner, 'cancel')
  const token = findToken((await readMail(question.id)).text)
  await owner.call('POST', `/api/workflows/${workflowId}/runs/${runId}/cancel`)
  const path = `/api/approvals/${question.id}`
  expect((await asked.call('POST', path, { decision: 'approve' })).status).toBe(404)
  const mailed = { token, decision: 'approve' }
  expect((await post(`/api/public/approvals/${question.id}`, mailed)).status).toBe(404)
  expect((await list(asked)).total).toBe(0)
  expect(notes('cancel')).toEqual([])
})

it.each([
  ['an address of nobody in the organisation', { to: 'bob@example.com' }, 'bob@example.com'],
  ['a blank question', { message: '  ' }, 'message'],
  ['a question about a missing field', { message: '{{ $json.nothing }}' }, '$json.nothing'],
])('fails the step when it gets %s', async (_what, params, reason) => {
  const { owner } = meet()
  const id = await owner.create(asking('refused', params))
  const run = await owner.runToEnd(id)
  expect(run.status).toBe('failed')
  expect(run.error).toContain(reason)
})

it.each([0, -1, 8_761])('rejects a workflow when a question expires in %s hours', async (hours) => {
  const { owner } = meet()
  const id = await owner.create(asking('bounds', { expiresInHours: hours }))
  const answer = await owner.call('PATCH', `/api/workflows/${id}`, { active: true })
  expect(answer).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
})

it('continues the branch of a decided question while another question of the run waits', async () => {
  const { owner, asked } = meet()
  const id = await owner.create(
    graph(
      [
        node('start', 'trigger.manual'),
        node('ask', 'ask_approval', { to, message: 'One?' }),
        node('ask2', 'ask_approval', { to, message: 'Two?' }),
        node('yes', 'note', { as: 'branch one' }),
        node('yes2', 'note', { as: 'branch two' }),
      ],
      [
        edge('start', 'ask'),
        edge('start', 'ask2'),
        edge('ask:approved', 'yes'),
        edge('ask2:approved', 'yes2'),
      ],
    ),
  )
  const { body } = await owner.call<{ runId: string }>('POST', `/api/workflows/${id}/run`)
  const approve = async (message: string) => {
    const question = await eventually(async () => {
      const found = (await list(asked)).items.find((each) => each.message === message)
      if (found === undefined) throw new Error('not asked yet')
      return found
    })
    await asked.call('POST', `/api/approvals/${question.id}`, { decision: 'approve' })
  }
  await approve('Two?')
  await eventually(() => expect(notes('branch').map(({ as }) => as)).toEqual(['branch two']))
  await asleep(body.runId)
  await approve('One?')
  expect(await owner.ended(id, body.runId)).toMatchObject({ status: 'completed' })
  expect(notes('branch').map(({ as }) => as)).toEqual(['branch two', 'branch one'])
})

it('continues once when the worker dies after waking, and hears a decision made meanwhile', async () => {
  const { owner, asked } = meet()
  const { question, workflowId, runId } = await ask(owner, 'killed')
  // The run was woken for something else, and its worker died.
  await harness.db
    .updateTable('runs')
    .set({ status: 'running', worker_id: 'wrk_dead' })
    .where('id', '=', runId)
    .execute()
  await asked.call('POST', `/api/approvals/${question.id}`, { decision: 'approve' })
  await failRunsOfDeadWorkers(harness.db)
  const run: RunBody = await owner.ended(workflowId, runId)
  expect(run.status).toBe('completed')
  expect(notes('killed').map(({ as }) => as)).toEqual(['killed approved', 'killed approved'])
})

it('asks once and sleeps when the worker dies right after asking', async () => {
  const { owner, asked, orgId } = meet()
  const { promise, resolve: letFind } = Promise.withResolvers<void>()
  mayFind = promise
  const workflowId = await owner.create(asking('asked'))
  const { body } = await owner.call<{ runId: string }>('POST', `/api/workflows/${workflowId}/run`)
  const { runId } = body
  // This row holds the question back until the worker is gone.
  const blocker = await harness.db.startTransaction().execute()
  const now = new Date()
  await insertApproval(blocker, {
    id: 'apr_blocker',
    org_id: orgId,
    workflow_id: workflowId,
    run_id: runId,
    node_id: 'ask',
    asked_id: asked.principal.userId,
    asked_name: 'Ada',
    asked_email: to,
    message: 'Held back',
    items: [],
    item_count: 0,
    token_hash: 'x',
    expires_at: now,
    created_at: now,
  })
  letFind()
  const readRun = () =>
    harness.db
      .selectFrom('runs')
      .select(['status', 'continued'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
  await eventually(async () =>
    expect(await readRun()).toEqual({ status: 'running', continued: true }),
  )
  await harness.db
    .updateTable('runs')
    .set({ worker_id: 'wrk_dead' })
    .where('id', '=', runId)
    .execute()
  await blocker.rollback().execute()
  await eventually(async () => {
    await failRunsOfDeadWorkers(harness.db)
    expect((await list(asked)).total).toBe(1)
  })
  await asleep(runId)
  const { items, total } = await list(asked)
  expect(total).toBe(1)
  await asked.call('POST', `/api/approvals/${items[0]?.id}`, { decision: 'approve' })
  expect(await owner.ended(workflowId, runId)).toMatchObject({ status: 'completed' })
  expect(notes('asked').map(({ as }) => as)).toEqual(['asked approved', 'asked approved'])
})

it('shows open questions to the asked member as needing attention', async () => {
  const { owner, asked, orgId } = meet()
  await ask(owner, 'attention')
  const read = async (userId: string) =>
    (await callRpc(harness.bus, WorkflowAttention, { orgId, userId })).items
  expect(await read(asked.principal.userId)).toMatchObject([
    { kind: 'approval_asked', count: 1, detail: 'Publish First?', href: '/approvals' },
  ])
  expect(await read(owner.principal.userId)).toEqual([])
})

it('says that there are questions to the asked member and the owner of the workflow only', async () => {
  const { owner, asked, orgId } = meet()
  const read = async (userId: string, of = orgId) =>
    (await callRpc(harness.bus, WorkflowOverview, { orgId: of, userId })).hasApproval
  expect(await read(asked.principal.userId)).toBe(false)
  await ask(owner, 'overview')
  expect(await read(asked.principal.userId)).toBe(true)
  expect(await read(owner.principal.userId)).toBe(true)
  expect(await read('usr_stranger')).toBe(false)
  expect(await read(owner.principal.userId, 'org_other')).toBe(false)
})
