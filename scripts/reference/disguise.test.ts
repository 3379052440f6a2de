import { expect, test } from 'vitest'
import { createDisguise } from './disguise.ts'

const started = Date.parse('2026-03-02T09:00:10.300Z')
const at = (seconds: number): string => new Date(started + seconds * 1_000).toISOString()
const times = [
  { from: started, to: started + 500 },
  { from: started + 60_000, to: started + 60_500 },
]
const hide = (value: unknown): unknown =>
  createDisguise({ 'http://127.0.0.1:4100': 'https://atrium.example.com' }, times)(value)

test('replaces an id identically everywhere, including keys and texts, and keeps its prefix', () => {
  const first = 'cus_019cb7d1c5a87000a1b2c3d4e5f60718'
  const second = 'cus_019cb7d1c5a87000a1b2c3d4e5f60719'
  const hidden = hide({
    id: first,
    other: second,
    [first]: `/api/customers/${first}?x=1`,
  }) as Record<string, string>
  const { id, other } = hidden
  expect(id).toMatch(/^cus_[0-9a-f]{32}$/)
  expect(other).toMatch(/^cus_[0-9a-f]{32}$/)
  expect(new Set([first, second, id, other]).size).toBe(4)
  expect(hidden[id ?? '']).toBe(`/api/customers/${id}?x=1`)
})

test('gives a moment the minute of its step, and keeps days and moments that somebody chose', () => {
  expect(hide([at(0.2), at(0.4), at(60.1), at(3_600)])).toEqual([
    '2026-03-02T09:00:00.000Z',
    '2026-03-02T09:00:00.000Z',
    '2026-03-02T09:01:00.000Z',
    '2026-03-02T10:00:00.000Z',
  ])
  expect(hide([(started + 60_700) / 1_000, started + 3_600_000, 60_000])).toEqual([
    1_772_442_060, 1_772_445_600_000, 60_000,
  ])
  expect(hide(`{"at":"${at(0.2)}"}`)).toBe('{"at":"2026-03-02T09:00:00.000Z"}')
  const chosen = ['2026-03-01', '2026-04', '2026-03-16T08:00:00.000Z', '2026-03-15T23:00:00.000Z']
  expect(hide(chosen)).toEqual(chosen)
})

test("cuts secrets, numbers opaque texts, replaces this run's addresses and keeps words", () => {
  expect(hide(['atr_WqkPzLmR83hfkKS0', 'whsec_c2VjcmV0c2VjcmV0'])).toEqual(['atr_…', 'whsec_…'])
  expect(hide('p8sK2mVq9xYt4LbN7cRw1ZdF')).toBe('example-1…')
  expect(
    hide([
      'NoTnyRhvPriBLpVGvNiReqoFJfAV',
      'eyJhbGciOiJIUzI1NiJ9.e30.kk',
      'pQEC/yYg+SFYIENBIoaAYQ8rG4s=',
    ]),
  ).toEqual(['example-1…', 'example-2…', 'example-3…'])
  expect(
    hide({
      backupCodes: ['VsnNW-qj1cF'],
      later: { code: 'VsnNW-qj1cF' },
      totp: { code: '904120' },
    }),
  ).toEqual({
    backupCodes: ['example-1…'],
    later: { code: 'example-1…' },
    totp: { code: '123456' },
  })
  expect(hide(['http://127.0.0.1:4100/api/docs', 'http://127.0.0.1:4999/page'])).toEqual([
    'https://atrium.example.com/api/docs',
    'https://provider.example.com/page',
  ])
  expect(
    hide([
      'http://127.0.0.1:4100/portal?return=http%3A%2F%2Flocalhost%3A5000%2Fsettings',
      '{"ip":"127.0.0.1","rp":"localhost","name":"a.localhost"}',
    ]),
  ).toEqual([
    'https://atrium.example.com/portal?return=https%3A%2F%2Fprovider.example.com%2Fsettings',
    '{"ip":"203.0.113.7","rp":"atrium.example.com","name":"a.localhost"}',
  ])
  const words = [
    'insufficient_storage',
    'a-long-file-name-of-a-poster-2026.png',
    'task.status_changed',
    'urn:CommonAggregateComponents-2',
    null,
    5,
  ]
  expect(hide(words)).toEqual(words)
})

test('makes signatures and times in a query the same in every run and keeps other encoded values', () => {
  const seconds = (started + 60_700) / 1_000
  const query = `a=1&exp=${seconds}&ba_iat=${seconds}306&scope=atrium%3Aread+atrium%3Awrite`
  const signature = encodeURIComponent('B/apk4OV9WsKQ2bN7xTq5mZr8Lw+VcYd3HfJg1PoUe0=')
  expect(
    hide([
      `${query}&sig=${signature}`,
      `/x?sig=${signature}`,
      `t=${seconds},v1=x`,
      'at=17a',
      'n=1000000000',
    ]),
  ).toEqual([
    'a=1&exp=1772442060&ba_iat=1772442060000&scope=atrium%3Aread+atrium%3Awrite&sig=example-1…',
    '/x?sig=example-1…',
    't=1772442060,v1=x',
    'at=17a',
    'n=1000000000',
  ])
})
