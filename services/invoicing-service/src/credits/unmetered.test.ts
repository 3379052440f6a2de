import { expect, test } from 'vitest'
import { creditsSuite } from '../../test/credits.ts'

const { person, spend, account } = await creditsSuite({ CREDITS_METERING_ENABLED: 'false' })

test('reserves and charges nothing if credits are not metered', async () => {
  const call = await person(100)
  expect(await spend(call, 60)).toEqual({ credits: 0, balance: 0 })
  expect(await spend(await person(0), 60)).toEqual({ credits: 0, balance: 0 })
  expect(await account(call)).toEqual({ balance: 100, reserved: 0 })
  expect((await call('GET', '/api/credits')).body).toMatchObject({ metered: false, total: 1 })
})
