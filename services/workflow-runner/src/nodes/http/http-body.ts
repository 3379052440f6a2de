import {
  findContentType,
  isJsonTemplate,
  isJsonText,
  jsonProblem,
  NodeError,
} from '../../engine/index.ts'

/** Returns `["body"]` if the body template is JSON, else an empty list. */
export const findJsonBody = ({
  body,
  headers,
}: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof body === 'string' && isJsonTemplate(body, findContentType(headers)) ? ['body'] : []

interface Given {
  method: string
  body?: unknown
  headers: Record<string, string>
}

/**
 * Returns the request body with its content type, or undefined for `GET` and `HEAD`. Throws
 * `NodeError` if the JSON is invalid.
 */
export function writeBody({
  method,
  body,
  headers,
}: Given): { content: string; contentType: string } | undefined {
  if (body === undefined || method === 'GET' || method === 'HEAD') return undefined
  const json = 'application/json'
  if (typeof body !== 'string') return { content: JSON.stringify(body), contentType: json }
  if (!isJsonText(body, findContentType(headers)))
    return { content: body, contentType: 'text/plain; charset=utf-8' }
  const problem = jsonProblem(body)
  if (problem !== undefined) throw new NodeError(`Parameter "body": ${problem}`)
  return { content: body, contentType: json }
}
