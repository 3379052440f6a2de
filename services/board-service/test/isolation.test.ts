import type { Operation } from '@atrium/contracts'
import { listOperations } from '@atrium/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, startHarness } from './harness.ts'

// Starts before the tests are collected, because the mounted operations determine the tests.
const harness = await startHarness()
const operations = listOperations(harness.service.app)
const owner = await harness.caller({ role: 'owner' })
const ids: Record<string, string> = {}

beforeAll(async () => {
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await owner.call('POST', path, body)
    expect([201, 200], `${path} ${answer.text}`).toContain(answer.status)
    return answer.body.id
  }
  ids['task'] = await make('/api/tasks', {
    title: 'Secret plan',
    kind: 'contact',
    tags: ['secret'],
  })
  ids['post'] = await make('/api/tasks', {
    kind: 'post',
    body: 'Secret post',
    post: { platform: 'shortpost' },
  })
  ids['link'] = await make('/api/links', { url: 'https://example.com/secret' })
  ids['template'] = await make('/api/templates', {
    name: 'Secret',
    markup: '<p>{{ x }}</p>',
    variables: [{ name: 'x' }],
  })
  ids['instance'] = await make('/api/template-instances', {
    templateId: ids['template'],
    name: 'Secret',
  })
  ids['site'] = await make('/api/sites', { name: 'Secret', instanceId: ids['instance'] })
})
afterAll(() => harness.stop())

/** Path parameters and an authorised caller's body per operation. */
const cases: Readonly<Record<string, { id?: string; body?: () => object; query?: string }>> = {
  listCards: { query: '?q=secret' },
  createCard: { body: () => ({ title: 'x' }) },
  pruneCards: { body: () => ({ status: 'done', olderThanDays: 0 }) },
  changeCardsInBulk: {
    body: () => ({ ids: [ids['task'], ids['post']], set: { addTags: ['stolen'] } }),
  },
  getBoardColumns: {},
  putBoardColumns: { body: () => ({ items: [{ name: 'Stolen', status: 'todo' }] }) },
  getCard: { id: 'task' },
  updateCard: { id: 'task', body: () => ({ title: 'stolen' }) },
  deleteCard: { id: 'task' },
  listTimeline: { id: 'task' },
  addTimelineEntry: { id: 'task', body: () => ({ body: 'x' }) },
  startNextAction: { id: 'task' },
  implementCard: { id: 'task' },
  readCardAloud: { id: 'task' },
  startProcess: { id: 'task' },
  cancelProcess: { id: 'task' },
  approvePost: { id: 'post', body: () => ({ dueDate: '2030-01-01T00:00:00.000Z' }) },
  publishPostNow: { id: 'post' },
  getComposer: { id: 'post' },
  markHandedOff: { id: 'post' },
  markPostedByHand: { id: 'post' },
  listPostComments: { id: 'post' },
  getPostMetrics: { id: 'post' },
  getPostReport: {},
  getNextSlot: { query: '?channelId=chn_secret' },
  captureLink: { body: () => ({ url: 'https://example.com/mine' }) },
  listTemplates: {},
  createTemplate: { body: () => ({ name: 'x', markup: 'x' }) },
  getTemplate: { id: 'template' },
  updateTemplate: { id: 'template', body: () => ({ name: 'stolen' }) },
  deleteTemplate: { id: 'template' },
  listTemplateInstances: {},
  createTemplateInstance: { body: () => ({ templateId: ids['template'] }) },
  getTemplateInstance: { id: 'instance' },
  updateTemplateInstance: { id: 'instance', body: () => ({ name: 'stolen' }) },
  deleteTemplateInstance: { id: 'instance' },
  listSites: {},
  createSite: { body: () => ({ name: 'x', instanceId: ids['instance'] }) },
  getSite: { id: 'site' },
  updateSite: { id: 'site', body: () => ({ name: 'stolen' }) },
  deleteSite: { id: 'site' },
  publishSite: { id: 'site' },
  unpublishSite: { id: 'site' },
  getPublicSite: { id: 'site' },
  openTrackedLink: {},
  submitQuote: { body: () => ({ org: 'x', name: 'x', email: 'x@example.com', message: 'x' }) },
  deleteQuotes: { body: () => ({ ids: [ids['task']] }) },
  contactSupport: { body: () => ({ name: 'x', email: 'x@example.com', message: 'x' }) },
}

function send(call: Caller['call'], operation: Operation): Promise<Answer> {
  const one = cases[operation.id] ?? {}
  const path =
    operation.path.replace(/\{[a-z]+\}/, ids[one.id ?? ''] ?? 'missing') + (one.query ?? '')
  return call(operation.method.toUpperCase(), path, one.body?.())
}

test('covers every operation in this table', () => {
  expect(Object.keys(cases).sort()).toEqual(operations.map((operation) => operation.id).sort())
})

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    const isPublic = operation.access === 'public'

    test('rejects an anonymous caller with 401 unless the operation is public', async () => {
      const answer = await send(harness.anonymous, operation)
      expect(answer.status).not.toBe(405)
      if (isPublic) expect([200, 201, 404, 503, 400]).toContain(answer.status)
      else expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    })

    test('rejects a forged token with 401', async () => {
      if (isPublic) return
      const answer = await send(
        (method, path, body) =>
          harness.anonymous(method, path, body, { 'x-atrium-principal': 'forged' }),
        operation,
      )
      expect(answer.status).toBe(401)
    })

    test('rejects a caller without an active org, and a member without the role', async () => {
      if (isPublic) return
      const lost = await harness.caller({ orgId: null, role: null })
      const answer = await send(lost.call, operation)
      if (operation.access === 'operator') expect(answer.body.code).toBe('forbidden')
      else expect([answer.status, answer.body.code]).toEqual([400, 'no_active_org'])
      if (operation.access === 'operator') {
        for (const role of ['member', 'admin', 'owner'] as const) {
          const member = await harness.caller({ orgId: owner.orgId, role })
          expect((await send(member.call, operation)).status).toBe(403)
        }
        const operator = await harness.caller({ orgId: null, role: null, isAdmin: true })
        expect((await send(operator.call, operation)).body.code).toBe('no_active_org')
      }
    })

    test('shows and changes nothing of another org', async () => {
      if (isPublic) return
      const before = await snapshot()
      const stranger = await harness.caller({ role: 'owner', isAdmin: true })
      const answer = await send(stranger.call, operation)
      const row = cases[operation.id] ?? {}
      if (row.id !== undefined)
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      expect(answer.text.toLowerCase()).not.toContain('secret')
      expect(answer.text).not.toContain(owner.orgId)
      if (operation.id.startsWith('list'))
        expect(row.id !== undefined || answer.body.total === 0).toBe(true)
      expect(await snapshot()).toEqual(before)
    })
  },
)

async function snapshot(): Promise<unknown> {
  const paths = [
    '/api/tasks?limit=100',
    '/api/templates',
    '/api/template-instances',
    '/api/sites',
    '/api/board/columns',
  ]
  const answers = await Promise.all(paths.map((path) => owner.call('GET', path)))
  const timeline = await owner.call('GET', `/api/tasks/${ids['task']}/timeline`)
  return [...answers, timeline].map((answer) => answer.body)
}
