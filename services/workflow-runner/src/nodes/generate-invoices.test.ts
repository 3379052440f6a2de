import { expect, it } from 'vitest'
import { edge, graph, node } from '../../test/graphs.ts'
import { publishingWorld } from '../../test/publishing-world.ts'
import { recordedRun } from '../../test/recorded-run.ts'

const daily = graph(
  [node('start', 'trigger.manual'), node('bill', 'generate_invoices')],
  [edge('start', 'bill')],
)
const round = (claimed: number, remaining: boolean, failed = 0) => ({
  claimed,
  finalized: claimed - failed,
  failed,
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

it('repeats while schedules are due, and sums up the invoices', async () => {
  const { asked, bill: ran } = await bill([round(500, true), round(500, true, 2), round(7, false)])
  expect(asked).toHaveLength(3)
  expect(ran).toMatchObject({
    status: 'completed',
    incomplete: false,
    message: '1007 claimed, 1005 finalized, 2 failed',
  })
})

it('ends with a round without a claim, and is incomplete while schedules are due', async () => {
  const { asked, bill: ran } = await bill([round(3, true), round(0, true), round(9, false)])
  expect(asked).toHaveLength(2)
  expect(ran).toMatchObject({ incomplete: true, message: expect.stringContaining('still due') })
})

it('bills for all orgs as the platform, and for its own org alone as a workflow of one', async () => {
  expect((await bill([round(1, false)])).asked).toEqual([{ limit: 500 }])
  const { asked, outcome } = await bill([round(1, false)], 'org_1')
  expect([asked, outcome.status]).toEqual([[{ limit: 500, orgId: 'org_1' }], 'completed'])
})
