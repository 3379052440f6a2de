import { AppError, commonErrors } from '@atrium/contracts'
import { expect, it } from 'vitest'
import { askAgain } from './ask-again.ts'

const away = () => commonErrors.unavailable()
const forever = new AbortController().signal

it('asks until somebody answers', async () => {
  let asked = 0
  const answer = await askAgain(async () => {
    asked += 1
    if (asked < 4) throw away()
    return 'here'
  }, forever)
  expect([answer, asked]).toEqual(['here', 4])
})

it('believes a refusal, and what nobody foresaw, at once', async () => {
  for (const refusal of [commonErrors.not_found(), new Error('broken')]) {
    let asked = 0
    const question = askAgain(async () => {
      asked += 1
      throw refusal
    }, forever)
    await expect(question).rejects.toBe(refusal)
    expect(asked).toBe(1)
  }
})

it('ends with the run that asks, in the middle of a pause too', async () => {
  const run = new AbortController()
  let asked = 0
  const question = askAgain(async () => {
    asked += 1
    if (asked === 5) setTimeout(() => run.abort(), 50)
    throw away()
  }, run.signal)
  await expect(question).rejects.toBeInstanceOf(AppError)
  expect(asked).toBe(5)
})
