import { expect, it } from 'vitest'
import { edge, graph, node } from '../../../test/graphs.ts'
import { publishingWorld } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'

const daily = graph(
  [node('start', 'trigger.manual'), node('bill', 'generate_invoices')],
  [edge('start', 'bill')],
)
const round = (claimed: number, remaining: boolean, failed = 0) => ({
  claimed,
  finalized: claimed - failed,
  failed,
  failures: Array.from({ length: failed }, (_, n) => ({
    scheduleId: `sch_${n}`,
    description: 'Care',
    period: '2026-03-01T00:00:00.000Z',
    code: 'currency_mismatch',
    reason: 'Another currency',
  })),
  remaining,
})

async function bill(rounds: ReturnType<typeof round>[], orgId: string | null = null) {
  const asked: unknown[] = []
  const ports = {
    ...publishingWorld([]).ports,
    generateInvoices: async (input: unknown) => {
      asked.push(input)
      return rounds[asked.length - 1] ?? round(0, false)
    },
  }
  const { nodes, outcome } = await recordedRun(daily, { ports, orgId })
  return { asked, bill: nodes['bill'], outcome }
}

it('repeats while schedules are due, and adds up the invoices', async () => {
  const { asked, bill: ran } = await bill([round(500, true), round(500, true, 2), round(7, false)])
  expect(asked).toHaveLength(3)
  expect(ran).toMatchObject({
    status: 'completed',
    incomplete: false,
    message:
      '1007 claimed, 1005 finalized, 2 failed; Care, 2026-03-01: Another currency; Care, 2026-03-01: Another currency',
    sample: { items: [{ json: { failures: [{ scheduleId: 'sch_0' }, { scheduleId: 'sch_1' }] } }] },
  })
})

it('reports five failures in its message and keeps twenty if there are many', async () => {
  const { bill: ran } = await bill([round(30, false, 30)])
  expect(ran?.message?.match(/Another currency/g)).toHaveLength(5)
  expect(ran).toMatchObject({ message: expect.stringContaining('30 failed') })
})

it('stops after a round that claims nothing, and is incomplete if schedules are still due', async () => {
  const { asked, bill: ran } = await bill([round(3, true), round(0, true), round(9, false)])
  expect(asked).toHaveLength(2)
  expect(ran).toMatchObject({ incomplete: true, message: expect.stringContaining('still due') })
})

it('bills for all organisations unless the workflow belongs to one', async () => {
  expect((await bill([round(1, false)])).asked).toEqual([{ limit: 500 }])
  const { asked, outcome } = await bill([round(1, false)], 'org_1')
  expect([asked, outcome.status]).toEqual([[{ limit: 500, orgId: 'org_1' }], 'completed'])
})
