import { BoardAssetUses, BoardLiveFiles, newId } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { afterAll, expect, test } from 'vitest'
import { newAsset, startHarness } from '../../test/harness.ts'

const harness = await startHarness()
afterAll(() => harness.stop())

const readUses = async (orgId: string, keys: string[]) =>
  (await callRpc(harness.bus, BoardAssetUses, { orgId, keys })).uses

test('names every kind of record that refers to a file, within its org only', async () => {
  const caller = await harness.caller()
  const { key, url } = newAsset(caller.orgId)
  const unused = newAsset(caller.orgId).key
  const create = async (path: string, body: object) => (await caller.call('POST', path, body)).body
  const card = await create('/api/tasks', { kind: 'task', title: 'A card', body: `See ${url}` })
  const untitled = await create('/api/tasks', { kind: 'task', title: 'x', body: url })
  const template = await create('/api/templates', {
    name: 'A template',
    description: '',
    markup: `<img src="${url}">`,
    variables: [],
  })
  const instance = await create('/api/template-instances', {
    templateId: template.id,
    name: 'An instance',
    values: {},
  })
  const site = await create('/api/sites', {
    name: 'A site',
    slug: `s-${Date.now()}`,
    instanceId: instance.id,
  })
  await caller.call('POST', `/api/sites/${site.id}/publish`)
  const uses = await readUses(caller.orgId, [key, unused, key])
  expect(Object.keys(uses)).toEqual([key])
  expect(uses[key]?.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [
      { type: 'card', id: card.id, title: 'A card' },
      { type: 'card', id: untitled.id, title: 'x' },
      { type: 'template', id: template.id, title: 'A template' },
      { type: 'site', id: site.id, title: 'A site' },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  const stranger = await harness.caller()
  expect(await readUses(stranger.orgId, [key])).toEqual({})
})

test('names the first ten records, newest cards first, with titles cut at 120 characters', async () => {
  const caller = await harness.caller()
  const { key, url } = newAsset(caller.orgId)
  const ids: string[] = []
  for (let at = 0; at < 12; at++) {
    const card = await caller.call('POST', '/api/tasks', {
      kind: 'task',
      title: 'é'.repeat(200),
      body: url,
    })
    ids.push(card.body.id)
  }
  const uses = (await readUses(caller.orgId, [key]))[key] ?? []
  expect(uses.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
  expect(uses.map(({ title }) => title)).toEqual(Array(10).fill('é'.repeat(120)))
})

test('names item files of a card or its timeline, within its organisation, until the card is deleted', async () => {
  const caller = await harness.caller()
  const [inFields, inTimeline, unused] = [newId('file'), newId('file'), newId('file')]
  const liveFiles = async (orgId: string) =>
    (await callRpc(harness.bus, BoardLiveFiles, { orgId, fileIds: [inFields, inTimeline, unused] }))
      .live
  const file = { fileId: inFields, name: 'a.png', contentType: 'image/png', bytes: 70 }
  const { body: card } = await caller.call('POST', '/api/tasks', {
    title: 'A card',
    fields: { files: [file] },
  })
  const entry = { kind: 'note', body: `See ${inTimeline}` }
  expect((await caller.call('POST', `/api/tasks/${card.id}/timeline`, entry)).status).toBe(201)
  expect((await liveFiles(caller.orgId)).toSorted()).toEqual([inFields, inTimeline].toSorted())
  expect(await liveFiles((await harness.caller()).orgId)).toEqual([])
  await caller.call('PATCH', `/api/tasks/${card.id}`, { fields: { files: null } })
  expect(await liveFiles(caller.orgId)).toEqual([inTimeline])
  await caller.call('DELETE', `/api/tasks/${card.id}`)
  expect(await liveFiles(caller.orgId)).toEqual([])
})
