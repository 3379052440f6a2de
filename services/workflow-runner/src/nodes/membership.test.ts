import { expect, it } from 'vitest'
import { exampleInvoicing } from '../../test/example-invoicing.ts'
import { edge, graph, node } from '../../test/graphs.ts'
import { publishingWorld } from '../../test/publishing-world.ts'
import { closedPorts, recordedRun } from '../../test/recorded-run.ts'
import type { NodePorts } from './ports.ts'

async function run(type: string, params: Record<string, unknown>, role: 'member' | null) {
  const asked: string[] = []
  const roles: unknown[] = []
  const example = exampleInvoicing(
    { customers: [{ id: 'cus_1' }], invoices: [{ id: 'inv_1' }] },
    (does, call) => async (input) => {
      asked.push(does)
      return call(input)
    },
  )
  const invoicing: NodePorts['invoicing'] = {
    ...example,
    findCustomers: (input, signal) => {
      asked.push('find')
      return example.findCustomers(input, signal)
    },
  }
  const roleOf: NodePorts['roleOf'] = async (input) => {
    roles.push(input)
    return { role }
  }
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', type, params)],
    [edge('start', 'act')],
  )
  const seeds = { start: [{ json: {} }, { json: {} }] }
  const { board } = publishingWorld([]).ports
  const ports = { ...closedPorts, board, invoicing, roleOf }
  const { nodes } = await recordedRun(flow, { ports, seeds })
  return { act: nodes['act'], asked, roles }
}

it.each([
  ['update_customer', { customerId: 'cus_1', set: { billingCity: 'Vienna' } }],
  ['find_record', { kind: 'customer', field: 'id', value: 'cus_1' }],
])('runs %s only while the user is a member, and reads the role once', async (type, params) => {
  const member = await run(type, params, 'member')
  expect(member.act?.status).toBe('completed')
  expect(member.asked).toHaveLength(2)
  expect(member.roles).toEqual([{ orgId: 'org_1', userId: 'usr_1' }])
  const left = await run(type, params, null)
  expect(left.act).toMatchObject({
    status: 'failed',
    error: 'The person this run acts for is no longer a member of the organisation.',
  })
  expect(left.asked).toEqual([])
})
