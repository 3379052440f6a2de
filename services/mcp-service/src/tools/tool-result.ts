import type { AtriumError } from '@atrium/sdk'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from './operation-arguments.ts'
import type { ToolAnswer } from './tool.ts'

/**
 * Maximum length of a result in characters. A longer one would fill the model's context for little
 * use, so it is cut with a hint on how to ask for less.
 */
const longestText = 60_000

/** Returns a tool's result: its JSON without empty values, then the next step. */
export function toResult({ value, next }: ToolAnswer): CallToolResult {
  const text = JSON.stringify(compact(value) ?? { done: true })
  if (text.length > longestText) {
    const cut = `${text.slice(0, longestText)}…`
    const hint =
      'The result was cut. Ask for less: a smaller "limit", a filter, or one record by its id.'
    return {
      content: [toTextContent(cut), toTextContent(next === undefined ? hint : `${hint} ${next}`)],
    }
  }
  return {
    content: [toTextContent(text), ...(next === undefined ? [] : [toTextContent(next)])],
    ...(isObject(value) ? { structuredContent: value as Record<string, unknown> } : {}),
  }
}

/** Returns an API error as a tool result with a remedy, so a model can correct its call. */
export function toRefusal(error: AtriumError): CallToolResult {
  const { code, status, message, errors, requestId, retryAfterSeconds } = error
  const problem = {
    code,
    message,
    ...(errors.length === 0 ? {} : { errors }),
    ...(status === 0 ? {} : { status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(requestId === undefined ? {} : { requestId }),
  }
  return {
    isError: true,
    content: [toTextContent(JSON.stringify(problem)), toTextContent(findRemedy(error))],
  }
}

function findRemedy({ code, status, message, retryAfterSeconds }: AtriumError): string {
  if (code === 'validation_failed') return 'Correct the arguments named in `errors` and call again.'
  if (code === 'forbidden' && message.includes('scope')) {
    return 'The person allowed this assistant only to read. They can connect it again and allow changes.'
  }
  if (code === 'forbidden')
    return 'The role of the person does not allow this. Do not try another way. Tell them.'
  if (code === 'not_found') return 'This record was not found. Look up its id with `search` first.'
  if (status === 429 || status === 503) {
    return `Wait ${retryAfterSeconds ?? 5} seconds and call again, with the same idempotencyKey where you gave one.`
  }
  if (status === 409 || status === 422)
    return 'The record’s state does not allow this, for the reason above. Read the record again.'
  if (status === 401)
    return 'The access of this assistant has ended. The person has to connect it again.'
  return 'Tell the person what was refused.'
}

const toTextContent = (text: string) => ({ type: 'text' as const, text })
/** Removes nulls and empty lists, because they tell a model nothing. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === null || (Array.isArray(member) && member.length === 0 && key !== 'items')
        ? []
        : [[key, compact(member)]],
    ),
  )
}
