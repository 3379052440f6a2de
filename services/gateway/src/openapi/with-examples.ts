import { type JsonObject, toObject } from './merge-documents.ts'
import type { RecordedExample, RecordedExamples } from './recorded-example.ts'

/**
 * Adds the examples to the document's operations: to parameters, the request body, and the response
 * with the recorded status. An optional header gets no example because a viewer would send it, and
 * the server would reject a stale `If-Match`. An optional id in a query gets none either, because
 * the filter would match nothing in the reader's organisation.
 */
export function withExamples(document: JsonObject, examples: RecordedExamples): JsonObject {
  const paths = mapped(document['paths'], (item) =>
    mapped(item, (operation) => {
      const id = toObject(operation)['operationId']
      const example = typeof id === 'string' ? examples[id] : undefined
      return example === undefined ? operation : withExample(toObject(operation), example)
    }),
  )
  return { ...document, paths }
}

function withExample(operation: JsonObject, { request, answer }: RecordedExample): JsonObject {
  const { parameters, requestBody, responses } = operation
  const given: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = {
    path: request.params,
    query: request.query,
    header: request.headers,
  }
  return {
    ...operation,
    ...(Array.isArray(parameters) && {
      parameters: parameters.map((parameter: JsonObject) => {
        const value = given[String(parameter['in'])]?.[String(parameter['name'])]
        const isLeftOut =
          parameter['in'] === 'query' && parameter['required'] !== true && hasId(value)
        return value === undefined || isLeftOut ? parameter : { ...parameter, example: value }
      }),
    }),
    ...(requestBody !== undefined &&
      request.body !== undefined && {
        requestBody: withBody(requestBody, undefined, request.body),
      }),
    ...(answer.body !== undefined && {
      responses: mapped(responses, (response, status) =>
        status === String(answer.status)
          ? withBody(response, answer.contentType, answer.body)
          : response,
      ),
    }),
  }
}

/**
 * Returns a request or response object with an example. The example belongs to the given content
 * type, or else to the first one.
 */
function withBody(value: unknown, contentType: string | undefined, example: unknown): JsonObject {
  const whole = toObject(value)
  const wanted = contentType ?? Object.keys(toObject(whole['content']))[0]
  return {
    ...whole,
    content: mapped(whole['content'], (media, type) =>
      type === wanted ? { ...toObject(media), example } : media,
    ),
  }
}

/** True if the value is a record id or a list that contains one. */
const hasId = (value: unknown): boolean =>
  [value].flat().some((one) => typeof one === 'string' && /^[a-z]+_[0-9a-f]{32}$/.test(one))

const mapped = (value: unknown, make: (member: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(toObject(value)).map(([key, member]) => [key, make(member, key)]),
  )
