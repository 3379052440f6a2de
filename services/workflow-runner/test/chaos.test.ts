import { expect, it } from 'vitest'
import { runChaos, toFaults } from '../chaos/run-chaos.ts'

it('three runners, killed at random while NATS and PostgreSQL restart, lose nothing and do nothing twice', async () => {
  const report = await runChaos({ seconds: 14, faultEveryMs: 1_500 })
  expect(report.accepted).toBeGreaterThan(10)
  expect(report.kills).toBeGreaterThan(0)
  expect(toFaults(report)).toEqual([])
}, 240_000)
