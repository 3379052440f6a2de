import { expect, test } from 'vitest'
import type { EventDefinition, JobDefinition, RpcDefinition } from '../core/messages.ts'
import * as contracts from '../index.ts'
import { messagingServices } from './service-traffic.ts'
import { traffic, triggerConsumerName } from './traffic.ts'

const declared = Object.values(contracts as Record<string, unknown>).filter(
  (value): value is object => typeof value === 'object' && value !== null,
)
const having = <T>(...keys: string[]): T[] =>
  declared.filter((value) => keys.every((key) => key in value)) as T[]
const events = having<EventDefinition>('type', 'domain', 'schema')
const rpcs = having<RpcDefinition>('subject', 'input', 'output', 'timeoutMs')
const jobs = having<JobDefinition>('subject', 'ackWaitMs', 'maxDeliver')
const own = Object.entries(traffic)

test('lets exactly one service emit each event, except audit records, which any service emits', () => {
  expect(events.length).toBeGreaterThan(20)
  for (const { type } of events) {
    const emitters = own.filter(([, { emits }]) => emits.includes(type.split('.')[0] ?? ''))
    if (type === contracts.AuditRecorded.type) expect(emitters.length).toBeGreaterThan(1)
    else expect([type, emitters.length]).toEqual([type, 1])
  }
})

test("lets the service in an RPC's subject serve it and others call it", () => {
  expect(rpcs.length).toBeGreaterThan(20)
  for (const { subject } of rpcs) expect(messagingServices).toContain(subject.split('.')[0])
  for (const [service, { calls }] of own) {
    for (const { subject } of calls) expect(subject.split('.')[0]).not.toBe(service)
  }
})

test('gives every queue exactly one service', () => {
  expect(jobs.length).toBeGreaterThan(2)
  for (const job of jobs) expect(own.filter(([, { works }]) => works.includes(job))).toHaveLength(1)
})

test('lets the workflow runner consume every domain event', () => {
  for (const event of events.filter(({ domain }) => domain)) {
    expect(traffic.workflow.consumes[triggerConsumerName(event)]).toBe(event)
  }
})
