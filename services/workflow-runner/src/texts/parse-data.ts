import { parseExactJson } from '@atrium/foreign-text'
import { readGroups } from '../engine/conditions/pattern.ts'
import { parseTable } from './parse-table.ts'
import { parseXml } from './parse-xml.ts'

/** A text to parse. `pattern` is set for the format `pattern`. */
export interface DataRequest {
  format: 'json' | 'csv' | 'xml' | 'pattern'
  text: string
  pattern?: string | undefined
  /** The most rows in a list or table. One row more shows that there are more. */
  mostRows: number
}

/** A list or table has rows, everything else is one value. */
export type ParsedData = { rows: readonly unknown[] } | { value: unknown }

const deepest = 500

/** Parses a text. Throws an error with a message for people if the text has another format. */
export function parseData({ format, text, pattern = '', mostRows }: DataRequest): ParsedData {
  switch (format) {
    case 'json':
      return toData(parseJson(text), mostRows)
    case 'csv':
      return { rows: parseTable(text, mostRows + 1) }
    case 'xml':
      return { value: parseXml(text) }
    case 'pattern': {
      const value = readGroups(pattern, text)
      if (value === undefined) throw new Error('The pattern does not match')
      return { value }
    }
  }
}

/** Returns the rows of a list, or a single value. */
export const toData = (value: unknown, mostRows: number): ParsedData =>
  Array.isArray(value) ? { rows: value.slice(0, mostRows + 1) } : { value }

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = parseExactJson(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200).toWellFormed() : ''
    throw new Error(`This is not valid JSON: ${reason}`)
  }
  if (isDeeper(value, deepest)) throw new Error(`The JSON is more than ${deepest} levels deep`)
  return value
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)))
