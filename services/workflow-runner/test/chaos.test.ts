import { expect, it } from 'vitest'
import { toFaults } from '../chaos/account.ts'
import { runChaos } from '../chaos/run-chaos.ts'

it('loses nothing and does nothing twice when three runners are killed while NATS and PostgreSQL restart', async () => {
  const report = await runChaos({ seconds: 14, faultEveryMs: 1_500 })
  expect(report.accepted).toBeGreaterThan(10)
  expect(report.kills).toBeGreaterThan(0)
  expect(toFaults(report)).toEqual([])
}, 240_000)
