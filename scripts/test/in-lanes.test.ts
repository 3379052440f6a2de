import { expect, test } from 'vitest'
import { inLanes } from './in-lanes.ts'

/** A work that ends at `end`, and notes its start. */
function aWork(name: string, lanes: number, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const start = (): Promise<string> => {
    started.push(name)
    return promise
  }
  return { lanes, start, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a work starts once its lanes are free, in turn, and the answers keep the order', async () => {
  const started: string[] = []
  const [wide, first, second, last] = [
    aWork('wide', 2, started),
    aWork('first', 1, started),
    aWork('second', 2, started),
    aWork('last', 1, started),
  ]
  const answers = inLanes(3, [wide, first, second, last])
  await settled()
  expect(started).toEqual(['wide', 'first'])
  first.end()
  await settled()
  expect(started).toEqual(['wide', 'first'])
  wide.end()
  await settled()
  expect(started).toEqual(['wide', 'first', 'second', 'last'])
  last.end()
  second.end()
  expect(await answers).toEqual(['wide', 'first', 'second', 'last'])
})

test('a work that takes more lanes than there are runs alone', async () => {
  const started: string[] = []
  const [small, huge] = [aWork('small', 1, started), aWork('huge', 9, started)]
  const answers = inLanes(2, [small, huge])
  await settled()
  expect(started).toEqual(['small'])
  small.end()
  await settled()
  expect(started).toEqual(['small', 'huge'])
  huge.end()
  expect(await answers).toEqual(['small', 'huge'])
})

test('a failure frees the lanes of its work and is the failure of the run', async () => {
  const started: string[] = []
  const [broken, next] = [aWork('broken', 1, started), aWork('next', 1, started)]
  const answers = inLanes(1, [broken, next]).catch((error: Error) => error.message)
  broken.fail()
  await settled()
  expect(started).toEqual(['broken', 'next'])
  next.end()
  expect(await answers).toBe('broken')
})
