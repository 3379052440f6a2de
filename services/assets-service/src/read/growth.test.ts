import { expectLinear } from '@atrium/testkit'
import { test } from 'vitest'
import { chooseRange } from './byte-range.ts'
import { evaluateConditions, rangeApplies } from './conditions.ts'
import { parseHttpDate } from './http-date.ts'

// Node rejects more than 16 KiB of headers. Each text is read so often that quadratic time would
// exceed the noise.
const largest = 16_384
const times = 50
const fill = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length))
const validators = { etag: '"a-1"', modifiedAt: 0 }

const readers: Record<string, (size: number) => unknown> = {
  'a Range of many ranges': (size) => chooseRange(`bytes=${fill('0-1,', size)}`, 100),
  'a Range of commas': (size) => chooseRange(`bytes=${fill(',', size)}`, 100),
  'a Range of digits': (size) => chooseRange(`bytes=${fill('1', size)}-`, 100),
  'an If-None-Match of many tags': (size) =>
    evaluateConditions({ 'if-none-match': fill('"b" , ', size) }, validators),
  'an If-None-Match of quotes': (size) =>
    evaluateConditions({ 'if-none-match': fill('"', size) }, validators),
  'an If-Match of blanks': (size) =>
    evaluateConditions({ 'if-match': `a${fill(' ', size)}a` }, validators),
  'an If-Match of commas and tabs': (size) =>
    evaluateConditions({ 'if-match': fill(',\t', size) }, validators),
  'an If-Range of quotes': (size) => rangeApplies({ 'if-range': fill('"', size) }, validators),
  'a date of blanks': (size) => parseHttpDate(`Sun, 06 Nov 1994${fill(' ', size)}`),
}

test.each(Object.entries(readers))('reads %s in linear time', (name, read) =>
  expectLinear(name, largest, (size) => () => {
    for (let round = 0; round < times; round += 1) read(size)
  }),
)
