import { minorDigits } from '@atrium/contracts'
import Big from 'big.js'
import { findCached } from './cached.ts'
import { defineFilter, type FilterRule, LongResultError, longestResult } from './filter-rule.ts'
import { formatMoment } from './format-moment.ts'
import type { FilterName } from './signatures.ts'

const asJson = (value: unknown): string => JSON.stringify(value) ?? ''
const member = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : asJson(value)

// `String(-0)` is "0", but `Object.is` and JSON libraries may tell the difference.
const toNumber = (value: Big): number => value.toNumber() + 0

const amountFormats = new Map<string, Intl.NumberFormat>()

function formatMoney(minor: Big, currency: string, locale: string): string {
  const digits = minorDigits(currency)
  const format = findCached(
    amountFormats,
    `${locale} ${currency}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  // A string of digits is formatted without rounding.
  const whole = minor.round(0, Big.roundHalfUp).toFixed(0)
  return format.format(`${whole}E-${digits}` as Intl.StringNumericLiteral)
}

function replaceAll(text: string, search: string, replacement: string): string {
  if (search === '') return text
  let length = text.length
  for (let at = text.indexOf(search); at !== -1; at = text.indexOf(search, at + search.length))
    length += replacement.length - search.length
  if (length > longestResult) throw new LongResultError()
  return text.replaceAll(search, () => replacement)
}

function joinMembers(list: readonly unknown[], separator: string): string {
  let length = 0
  const texts: string[] = []
  for (const value of list) {
    const text = member(value)
    length += text.length + separator.length
    if (length - separator.length > longestResult) throw new LongResultError()
    texts.push(text)
  }
  return texts.join(separator)
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function truncate(text: string, characters: number): string {
  // A visible character has at least one code unit.
  if (text.length <= characters) return text
  let count = 0
  for (const { index } of segmenter.segment(text)) {
    if (count === characters) return text.slice(0, index)
    count += 1
  }
  return text
}

/** The filters by name, in the order of docs/reference/expressions.md. */
export const filterRules: Readonly<Record<FilterName, FilterRule>> = {
  default: defineFilter('default', {
    label: 'Use another value if empty',
    takes: 'any',
    takesNothing: true,
    example: { call: "default: 'friend'", value: null, result: 'friend' },
    apply: (value, [other]) =>
      value === undefined || value === null || value === '' ? other : value,
  }),
  upper: defineFilter('upper', {
    label: 'Capital letters',
    takes: 'text',
    example: { call: 'upper', value: 'Kunsthalle', result: 'KUNSTHALLE' },
    apply: (text) => text.toUpperCase(),
  }),
  lower: defineFilter('lower', {
    label: 'Small letters',
    takes: 'text',
    example: { call: 'lower', value: 'Kunsthalle', result: 'kunsthalle' },
    apply: (text) => text.toLowerCase(),
  }),
  trim: defineFilter('trim', {
    label: 'Without blanks at both ends',
    takes: 'text',
    example: { call: 'trim', value: '  Kunsthalle ', result: 'Kunsthalle' },
    apply: (text) => text.trim(),
  }),
  truncate: defineFilter('truncate', {
    label: 'Shorten',
    takes: 'text',
    example: { call: 'truncate: 5', value: 'Kunsthalle', result: 'Kunst' },
    apply: (text, [characters]) => truncate(text, characters),
  }),
  replace: defineFilter('replace', {
    label: 'Replace text',
    takes: 'text',
    example: { call: "replace: '-', ' '", value: 'summer-party', result: 'summer party' },
    apply: (text, [search, replacement]) => replaceAll(text, search, replacement),
  }),
  number: defineFilter('number', {
    label: 'Read as a number',
    takes: 'number',
    example: { call: 'number', value: ' 12.50 ', result: 12.5 },
    apply: toNumber,
  }),
  round: defineFilter('round', {
    label: 'Round',
    takes: 'number',
    example: { call: 'round: 2', value: 1.005, result: 1.01 },
    apply: (number, [digits]) => toNumber(number.round(digits ?? 0, Big.roundHalfUp)),
  }),
  plus: defineFilter('plus', {
    label: 'Add',
    takes: 'number',
    example: { call: 'plus: 0.2', value: 0.1, result: 0.3 },
    apply: (number, [other]) => toNumber(number.plus(other)),
  }),
  minus: defineFilter('minus', {
    label: 'Subtract',
    takes: 'number',
    example: { call: 'minus: 0.1', value: 0.3, result: 0.2 },
    apply: (number, [other]) => toNumber(number.minus(other)),
  }),
  times: defineFilter('times', {
    label: 'Multiply',
    takes: 'number',
    example: { call: "times: '1.19'", value: 100, result: 119 },
    apply: (number, [other]) => toNumber(number.times(other)),
  }),
  money: defineFilter('money', {
    label: 'Amount of money',
    takes: 'number',
    example: { call: "money: 'EUR'", value: 158628, result: '€1,586.28' },
    apply: (minor, [currency, locale], place) =>
      formatMoney(minor, currency, locale ?? place.locale),
  }),
  date: defineFilter('date', {
    label: 'Date or time',
    takes: 'moment',
    example: { call: "date: 'D MMMM YYYY'", value: '2026-11-30', result: '30 November 2026' },
    apply: (moment, [format, zone], { locale, zone: own }) =>
      formatMoment(moment, format, { locale, zone: zone ?? own }),
  }),
  join: defineFilter('join', {
    label: 'Join a list',
    takes: 'list',
    example: { call: "join: ', '", value: ['red', 'blue'], result: 'red, blue' },
    apply: (list, [separator]) => joinMembers(list, separator),
  }),
  first: defineFilter('first', {
    label: 'First of a list',
    takes: 'list',
    example: { call: 'first', value: ['red', 'blue'], result: 'red' },
    apply: (list) => list[0],
  }),
  last: defineFilter('last', {
    label: 'Last of a list',
    takes: 'list',
    example: { call: 'last', value: ['red', 'blue'], result: 'blue' },
    apply: (list) => list.at(-1),
  }),
  count: defineFilter('count', {
    label: 'Count',
    takes: 'any',
    takesNothing: true,
    example: { call: 'count', value: ['red', 'blue'], result: 2 },
    apply: (value) =>
      value === undefined || value === null ? 0 : Array.isArray(value) ? value.length : 1,
  }),
  json: defineFilter('json', {
    label: 'JSON text',
    takes: 'any',
    example: { call: 'json', value: { size: 'M' }, result: '{"size":"M"}' },
    apply: asJson,
  }),
  url: defineFilter('url', {
    label: 'Part of a web address',
    takes: 'text',
    example: { call: 'url', value: 'Müller & Söhne', result: 'M%C3%BCller%20%26%20S%C3%B6hne' },
    apply: (text) => encodeURIComponent(text.toWellFormed()),
  }),
}
