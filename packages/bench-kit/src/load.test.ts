import { expect, test } from 'vitest'
import { readLoad } from './load.ts'

const printed = `Running 10s test @ http://127.0.0.1:3000/api/me
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     9.95ms    4.02ms  61.50ms   87.15%
    Req/Sec     3.29k   342.80     3.77k    83.00%
  Latency Distribution
     50%  940.00us
     75%   10.93ms
     90%   13.84ms
     99%    1.20s
  32761 requests in 10.00s, 27.40MB read
Requests/sec:   3274.51
Transfer/sec:      2.74MB`

test('reads the rate and the latencies in any unit', () => {
  expect(readLoad(printed)).toEqual({
    perSecond: 3_274.51,
    p50Ms: 0.94,
    p99Ms: 1_200,
    refused: 0,
    broken: 0,
  })
})

test('counts refused requests', () => {
  expect(readLoad(`${printed}\n  Non-2xx or 3xx responses: 17\n`).refused).toBe(17)
})

test('counts broken connections but not slow ones', () => {
  const errors = (numbers: string) => readLoad(`${printed}\n  Socket errors: ${numbers}\n`).broken
  expect(errors('connect 1, read 20, write 300, timeout 4000')).toBe(321)
  expect(errors('connect 0, read 0, write 0, timeout 4000')).toBe(0)
})

test('returns NaN if the output contains no figure', () => {
  expect(readLoad('unable to connect').perSecond).toBeNaN()
})
