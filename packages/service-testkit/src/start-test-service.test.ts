import { defineVariables } from '@atrium/config'
import { defineOperation, defineRpc } from '@atrium/contracts'
import { mount } from '@atrium/http'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { defineService } from '@atrium/service-kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startTestService } from './index.ts'

const Neighbour = defineRpc({
  subject: 'neighbour.name',
  description: 'The name of a neighbour',
  input: z.object({}),
  output: z.object({ name: z.string() }),
  timeoutMs: 2_000,
})
const describeCaller = defineOperation({
  id: 'describeCaller',
  method: 'get',
  path: '/api/caller',
  tag: 'Probe',
  summary: 'The caller and the neighbour',
  access: 'user',
  responses: { 200: { description: 'Both', schema: z.looseObject({}) } },
})
const probe = defineService({
  name: 'board',
  description: 'Probe',
  database: { schema: 'probe', migrations: {} },
  variables: defineVariables({ owner: 'board', table: {} }),
  port: () => 0,
  build(kit) {
    const app = kit.createApp()
    mount(app, describeCaller, async ({ principal }) => ({
      principal,
      neighbour: await callRpc(kit.bus, Neighbour, {}),
    }))
    return { app }
  },
})

test("passes a caller's principal to the service and lets a stand-in respond to its RPC", async () => {
  const service = await startTestService(probe, {
    rpc: [rpcHandler(Neighbour, async () => ({ name: 'Ada' }))],
  })
  const replica = await service.startReplica()
  const admin = service.caller({ role: 'admin' })
  const { status, body } = await admin('GET', '/api/caller')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { principal: admin.principal, neighbour: { name: 'Ada' } },
  })
  const homeless = service.caller({ orgId: null })
  expect((await homeless('GET', '/api/caller')).body).toMatchObject({
    principal: { orgId: null, role: null },
  })
  expect((await service.anonymous('GET', '/api/caller')).status).toBe(401)
  expect((await fetch(`${replica.url}/readyz`)).status).toBe(200)
  expect(service.operations.map(({ id }) => id)).toEqual(['describeCaller'])
  await service.stop()
  await expect(fetch(`${service.url}/readyz`)).rejects.toThrow()
  await expect(fetch(`${replica.url}/readyz`)).rejects.toThrow()
})

test('leaves nothing open if a service does not start', async () => {
  const start = startTestService(probe, { env: { NATS_URL: 'no address' } })
  await expect(start).rejects.toThrow()
})
