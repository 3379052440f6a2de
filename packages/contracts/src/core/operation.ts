import type { z } from 'zod'
import { commonErrors } from '../errors/common.ts'
import type { ErrorCode } from '../errors/index.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * The permitted callers: `public` ignores credentials, `optional` takes them when given, `user` needs a caller,
 * `org` an active org, the roles at least that role, `operator` the admin allowlist.
 */
export type Access = 'public' | 'optional' | 'user' | 'org' | 'admin' | 'owner' | 'operator'

export interface OperationResponse {
  description: string
  /** A JSON body. */
  schema?: z.ZodType
  /** A body that is not JSON, by content type. */
  content?: Readonly<Record<string, z.ZodType>>
  headers?: Readonly<Record<string, string>>
}

/** One HTTP operation, as the service mounts it, the OpenAPI document shows it and the SDK calls it. */
export interface Operation {
  /** camelCase, unique in the platform; the `operationId`. */
  id: string
  method: Method
  /** With `{param}` placeholders, below `/api`. */
  /** `/l/` is the short form for links that visitors see. */
  path: `/api/${string}` | `/l/${string}`
  tag: string
  summary: string
  description?: string
  access: Access
  /** Open to a credential of any scopes: it tells the caller about the credential itself. */
  anyScope?: true
  /** False for what a person does themselves: assistants do not find it, and are refused (403). */
  assistants?: false
  /** A GET that changes something, as the ends of a redirect do: `read` does not open it. */
  changes?: true
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** A JSON body: strict, unknown fields are refused. */
  body?: z.ZodType
  /** Whether a JSON body may be left out. */
  bodyOptional?: boolean
  /** Whether the same fields may come as an HTML form posts them, each once. */
  formBody?: boolean
  /** A body that is not JSON, for the document only; the handler reads the stream. */
  rawBody?: { contentType: string; schema?: z.ZodType }
  /** Takes `Idempotency-Key`; the database transaction of the answer is `c.var.tx`. */
  idempotent?: boolean
  responses: Readonly<Record<number, OperationResponse>>
  /** The codes that this operation refuses with beyond those of its kind, which `refusalsOf` adds (docs/reference/http.md, "Errors"). */
  errors?: readonly ErrorCode[]
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'responses' in value

/** The operations among the exports of a module; those of this package are all of the platform's. */
export const operationsIn = (exports: Readonly<Record<string, unknown>>): Operation[] =>
  Object.values(exports).filter(isOperation)

/** Whether an operation may refuse with a code: one of its own, or one that every operation has. */
export const declaresError = ({ errors = [] }: Operation, code: string): boolean =>
  Object.hasOwn(commonErrors, code) || errors.some((declared) => declared === code)

/** Declares an operation; the literal types survive, so that handlers and the SDK are typed by it. */
export const defineOperation = <const T extends Operation>(operation: T): Readonly<T> =>
  Object.freeze(operation)
