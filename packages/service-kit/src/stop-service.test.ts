import { expect, test } from 'vitest'
import { probeService } from '../test/probe-service.ts'
import { useProbe } from '../test/use-probe.ts'

const { env, lines, start, untilRequestWaits } = useProbe()

test('finishes running requests when stopping, accepts no new ones and reports not ready', async () => {
  const running = await start()
  const slow = fetch(`${running.url}/api/wait/300`)
  await untilRequestWaits()
  const stopped = running.stop()
  await expect(fetch(`${running.url}/livez`)).rejects.toThrow()
  const response = await slow
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ waited: 300 })
  await stopped
  await running.stop()
})

test('aborts a request if it does not end in time, and finishes the shutdown', async () => {
  env()['SHUTDOWN_TIMEOUT_MS'] = '200'
  const running = await start()
  const endless = fetch(`${running.url}/api/wait/600000`).catch(() => 'cut')
  await untilRequestWaits()
  await running.stop()
  expect(await endless).toBe('cut')
})

test('abandons a part that never stops and logs one line', async () => {
  env()['SHUTDOWN_TIMEOUT_MS'] = '1'
  const running = await start(probeService({ parts: { stop: () => new Promise(() => {}) } }))
  await running.stop()
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'stopping takes too long, going on without it', what: 'board' }),
  )
})
