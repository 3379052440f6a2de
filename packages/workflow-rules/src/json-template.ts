import { asText, joinTemplate, parseTemplate, type Scope, type Template } from './expression.ts'
import { isRecord, ownProperty } from './own-property.ts'
import type { Reference } from './reference.ts'

const jsonType = /\bjson\b/i
const jsonStart = /^\s*[[{]/

/**
 * Returns the content type among headers by name, in any letter case. Undefined if there is none.
 */
export function findContentType(headers: unknown): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-type')
  const value = name === undefined ? undefined : ownProperty(headers, name)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/**
 * Returns true if a body is JSON. Without a content type, a body counts as JSON if it starts with
 * `{` or `[`.
 */
export const isJsonText = (text: string, contentType: string | undefined): boolean =>
  contentType === undefined ? jsonStart.test(text) : jsonType.test(contentType)

/**
 * Returns true if a text with expressions is a JSON body. An expression at the start does not count
 * as a JSON brace.
 */
export function isJsonTemplate(text: string, contentType: string | undefined): boolean {
  if (contentType !== undefined) return jsonType.test(contentType)
  const [first] = parseTemplate(text).parts
  return typeof first === 'string' && jsonStart.test(first)
}

/** Where an expression is: inside a quoted text, or in place of a JSON value. */
type Position = 'text' | 'value'

function findPositions({ parts }: Template): ReadonlyMap<Reference, Position> {
  const positions = new Map<Reference, Position>()
  let isText = false
  for (const part of parts) {
    if (typeof part !== 'string') {
      positions.set(part, isText ? 'text' : 'value')
      continue
    }
    for (let at = 0; at < part.length; at += 1) {
      if (part[at] === '"') isText = !isText
      else if (isText && part[at] === '\\') at += 1
    }
  }
  return positions
}

const writeJson = (value: unknown, position: Position | undefined): string =>
  position === 'text'
    ? JSON.stringify(asText(value)).slice(1, -1)
    : (JSON.stringify(value ?? null) ?? 'null')

/**
 * Prepares a JSON text with expressions. Between quotes inserts a value as escaped text, elsewhere
 * as a JSON value, so no value can break the JSON. The returned function throws `ExpressionError`.
 */
export function compileJsonTemplate(template: Template): (scope: Scope) => string {
  const positions = findPositions(template)
  return (scope) =>
    joinTemplate(template, scope, (value, reference) => writeJson(value, positions.get(reference)))
}

/** Rewrites a JSON text for a parser: its expressions become plain texts. */
function writeLiteral(
  text: string,
  write: (reference: Reference, position: Position) => string,
): string {
  const template = parseTemplate(text)
  const positions = findPositions(template)
  return template.parts
    .map((part) => (typeof part === 'string' ? part : write(part, positions.get(part) ?? 'value')))
    .join('')
}

const longestReason = 200

/** Returns why a text is not JSON. Undefined if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `This is not valid JSON: ${reason.slice(0, longestReason).toWellFormed()}`
  }
}

/** Returns the problem in a JSON text with expressions if no value can fix it. */
export const jsonTemplateProblem = (text: string): string | undefined =>
  jsonProblem(writeLiteral(text, (_, position) => (position === 'text' ? '' : '""')))

/**
 * Parses a JSON text with expressions. The texts in the result hold the expressions. Throws
 * `SyntaxError`.
 */
export const readJsonTemplate = (text: string): unknown =>
  JSON.parse(
    writeLiteral(text, ({ source, written = source }, position) => {
      const literal = JSON.stringify(`{{ ${written} }}`)
      return position === 'text' ? literal.slice(1, -1) : literal
    }),
  )

/**
 * Writes a value as JSON text. Its texts may hold expressions. If a text is a single expression,
 * its value keeps its type.
 */
export function writeJsonTemplate(value: unknown, indent = ''): string {
  if (typeof value === 'string') {
    return parseTemplate(value).whole === null ? JSON.stringify(value) : value.trim()
  }
  const deeper = `${indent}  `
  const join = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0
      ? `${open}${close}`
      : `${open}\n${lines.map((line) => `${deeper}${line}`).join(',\n')}\n${indent}${close}`
  if (Array.isArray(value)) {
    return join(
      '[',
      value.map((member) => writeJsonTemplate(member, deeper)),
      ']',
    )
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
  return join(
    '{',
    members.map(([key, member]) => `${JSON.stringify(key)}: ${writeJsonTemplate(member, deeper)}`),
    '}',
  )
}
