import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createShutdown } from './shutdown.ts'

const buildShutdown = (patienceMs = 1_000) => createShutdown(pino({ level: 'silent' }), patienceMs)

test('closes the latest stage first and the members of a stage together', async () => {
  const order: string[] = []
  const closing = (what: string, millis: number) => ({
    what,
    close: async () => {
      order.push(`${what}…`)
      await sleep(millis)
      order.push(what)
    },
  })
  const shutdown = buildShutdown()
  shutdown.add(closing('first', 1))
  shutdown.add(closing('slow', 30), closing('quick', 1))
  shutdown.join(closing('joined', 15))
  shutdown.add(closing('last', 1))
  await shutdown.run()
  expect(order).toEqual([
    'last…',
    'last',
    'slow…',
    'quick…',
    'joined…',
    'quick',
    'joined',
    'slow',
    'first…',
    'first',
  ])
})

test('closes the other members even if one fails or never ends', async () => {
  const closed: string[] = []
  const shutdown = buildShutdown(20)
  shutdown.add({ what: 'first', close: () => void closed.push('first') })
  shutdown.add(
    { what: 'throws', close: () => Promise.reject(new Error('no')) },
    {
      what: 'throws at once',
      close: () => {
        throw new Error('no')
      },
    },
    { what: 'hangs', close: () => new Promise(() => {}) },
  )
  await shutdown.run()
  expect(closed).toEqual(['first'])
})

test('closes everything once if asked twice, and both calls wait for the end', async () => {
  let closed = 0
  const shutdown = buildShutdown()
  shutdown.add({
    what: 'only',
    close: async () => {
      await sleep(10)
      closed += 1
    },
  })
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(closed).toBe(1)
})
