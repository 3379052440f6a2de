import { type ConnectNetwork, type Platform, platformRules } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { limitsWords } from './limits-words.ts'

const of = (network: Platform, canPublish = true) => ({
  network: network as ConnectNetwork,
  configured: true,
  missing: [],
  canPublish,
  limits: platformRules[network],
})

test("describes a network's rules in one sentence", () => {
  expect(limitsWords(of('shortpost'))).toBe(
    'Posts of up to 280 characters, with up to 4 pictures or videos and a first comment.',
  )
  expect(limitsWords(of('photonet'))).toBe(
    'Posts of up to 2,200 characters, with 1 to 10 pictures or videos and a first comment.',
  )
  expect(limitsWords(of('pagenet'))).toBe(
    'Posts of up to 63,206 characters, with up to 10 pictures or one video and a first comment.',
  )
  expect(limitsWords(of('videonet'))).toBe(
    'Posts of up to 5,000 characters below a title of 100, with 1 video and a first comment.',
  )
})

test('says so if a network has no posts or no publisher', () => {
  expect(limitsWords({ ...of('pagenet'), network: 'notebook', limits: null })).toBe(
    'Your workflows read from it.',
  )
  expect(limitsWords({ ...of('pagenet'), network: 'model', limits: null })).toContain(
    'you pay no credits',
  )
  expect(limitsWords(of('pagenet', false))).toContain('cannot publish posts to it yet')
})
