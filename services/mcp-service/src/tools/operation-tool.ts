import type { Operation } from '@atrium/contracts'
import type { PlatformCaller } from '../platform/platform-caller.ts'
import {
  type JsonObject,
  type OperationArguments,
  operationArguments,
} from './operation-arguments.ts'
import { invalid, parseArguments } from './parse-arguments.ts'
import { type Effects, findEffects, type Tool } from './tool.ts'

const keyName = 'idempotencyKey'
const keySchema = {
  type: 'string',
  maxLength: 255,
  description:
    'A text of your choice. Repeat the call with the same text and nothing happens twice.',
}

export interface OperationTool {
  readonly name: string
  readonly title: string
  readonly operation: Operation
  readonly description: string
  /** Arguments set by the tool and hidden from the model. */
  readonly fixed?: JsonObject
  /** Arguments required by the tool although the operation does not require them. */
  readonly needs?: readonly string[]
  readonly effects?: Partial<Effects>
  readonly next?: (answer: JsonObject, given: JsonObject) => string | undefined
}

export function operationTool(tool: OperationTool): Tool {
  const { operation, fixed = {}, needs = [], next } = tool
  const declared = operationArguments(operation)
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: shownSchema(declared.schema, operation, fixed, needs),
    annotations: findEffects(operation, tool.effects),
    async run(platform, given) {
      refuseHidden(given, fixed)
      const value = await callOperation(platform, operation, declared, { ...given, ...fixed })
      return { value, next: next?.((value ?? {}) as JsonObject, given) }
    },
  }
}

/**
 * Calls an operation with flat arguments. Throws `AtriumError`, and `validation_failed` if an
 * argument is invalid.
 */
export async function callOperation(
  platform: PlatformCaller,
  operation: Operation,
  declared: OperationArguments,
  given: JsonObject,
): Promise<unknown> {
  const { [keyName]: key, ...others } = given
  const { unknown, ...parts } = declared.split(operation.idempotent === true ? others : given)
  if (unknown.length > 0) {
    throw invalid(unknown.map((path) => ({ path, message: 'This argument does not exist' })))
  }
  const sent = { ...parts, params: readParams(operation, parts.params) }
  if (operation.idempotent !== true || key === undefined) return platform.call(operation, sent)
  if (typeof key !== 'string') throw invalid([{ path: keyName, message: 'Enter a text' }])
  return platform.call(operation, sent, { idempotencyKey: key })
}

/**
 * Validates the path parameters and returns them as texts. The check is needed because they decide
 * where the request goes.
 */
function readParams({ params }: Operation, given: JsonObject): JsonObject {
  if (params === undefined) return {}
  const absent = Object.keys(params.shape).filter(
    (name) => !['string', 'number'].includes(typeof given[name]),
  )
  if (absent.length > 0)
    throw invalid(absent.map((path) => ({ path, message: 'Give this argument' })))
  const texts = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, String(value)]),
  )
  parseArguments(params, texts)
  return texts
}

function refuseHidden(given: JsonObject, fixed: JsonObject): void {
  const hidden = Object.keys(fixed).filter((name) => Object.hasOwn(given, name))
  if (hidden.length > 0)
    throw invalid(hidden.map((path) => ({ path, message: 'The tool sets this itself' })))
}

/** Returns the arguments' schema, with `idempotencyKey` if the operation accepts one. */
export function shownSchema(
  schema: JsonObject,
  operation: Operation,
  fixed: JsonObject = {},
  needs: readonly string[] = [],
): JsonObject {
  const properties = Object.entries(schema['properties'] as JsonObject).filter(
    ([name]) => !Object.hasOwn(fixed, name),
  )
  const required = [
    ...((schema['required'] as readonly string[] | undefined) ?? []),
    ...needs,
  ].filter((name) => !Object.hasOwn(fixed, name))
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(properties),
      ...(operation.idempotent === true ? { [keyName]: keySchema } : {}),
    },
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  }
}
