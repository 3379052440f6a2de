import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CardCreated } from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Caller, Harness } from './harness.ts'

/** An endpoint, or a page of its deliveries. */
export interface Endpoint {
  id: string
  secret: string
  items: { id: string; status: string; attempts: number; error: string | null; eventId: string }[]
  enabled: boolean
}

/**
 * Starts a webhook receiver for a test file. `answers` are its next response statuses. The default
 * is 200.
 */
export function useReceiver() {
  const receiver = {
    url: '',
    received: [] as { headers: IncomingHttpHeaders; body: string }[],
    answers: [] as number[],
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body })
      response.writeHead(receiver.answers.shift() ?? 200, { location: '/elsewhere' }).end('ok')
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(() => void server.close())
  beforeEach(() => {
    receiver.answers.length = 0
    receiver.received.length = 0
  })
  return receiver
}

/** Creates an endpoint. Only this response contains the secret. */
export const createEndpoint = async (caller: Caller, url: string, events = ['task.created']) =>
  (await caller.call<Endpoint>('POST', '/api/webhook-endpoints', { url, events })).body

export const readDeliveries = async (caller: Caller, endpointId: string) =>
  (await caller.call<Endpoint>('GET', `/api/webhook-endpoints/${endpointId}/deliveries`)).body.items

/** Emits the event for a created card and returns the event id. */
export const createCard = ({ db }: Pick<Harness, 'db'>, caller: Caller, title = 'Hello') =>
  inTransaction(db, undefined, (tx) =>
    emit(tx, CardCreated, caller.principal.orgId, {
      taskId: 'task_1',
      kind: 'task',
      title,
      status: 'todo',
      tags: [],
      ownerId: 'usr_1',
    }),
  )
