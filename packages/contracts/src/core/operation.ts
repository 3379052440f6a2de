import type { z } from 'zod'
import { commonErrors } from '../errors/common.ts'
import type { ErrorCode } from '../errors/index.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * Who may call: `public` ignores credentials, `optional` accepts them, `user` needs a signed-in
 * caller, `org` needs an active organisation, a role needs at least that role, and `operator` needs
 * the admin allowlist.
 */
export type Access = 'public' | 'optional' | 'user' | 'org' | 'admin' | 'owner' | 'operator'

export interface OperationResponse {
  description: string
  /** A JSON body. */
  schema?: z.ZodType
  /** A non-JSON body by content type. */
  content?: Readonly<Record<string, z.ZodType>>
  headers?: Readonly<Record<string, string>>
}

/**
 * A request that the API reference shows. A test sends it to a whole platform and records the
 * response. A text such as `{createCard.id}` is filled from the response to that example, and
 * `{org.slug}` from the sender's organisation. The id of `/api/tasks/{id}` needs no mention, because
 * the example of `POST /api/tasks` makes the record.
 */
export interface OperationExample {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/**
 * One HTTP operation. The service mounts it, the OpenAPI document describes it and the SDK calls
 * it.
 */
export interface Operation {
  /** camelCase and unique in the platform. Becomes the `operationId`. */
  id: string
  /**
   * The SDK's name, for example `invoices.finalize` for `atrium.invoices.finalize(…)`. Null if the
   * SDK has its own code for the operation, or if only browsers or other systems call it.
   */
  sdk?: string | null
  method: Method
  /**
   * The path with `{param}` placeholders, below `/api`. `/l/` is the short form for links shown to
   * visitors.
   */
  path: `/api/${string}` | `/l/${string}`
  tag: string
  summary: string
  description?: string
  access: Access
  /**
   * Accepts a credential with any scopes because the response only describes the credential itself.
   */
  anyScope?: true
  /** False if only people may do this. Assistants do not see the operation and get 403. */
  assistants?: false
  /**
   * Set on a GET with an effect, for example the last step of a redirect. The scope `read` does not
   * allow it.
   */
  changes?: true
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  /** A JSON body. It must be strict: unknown fields are rejected. */
  body?: z.ZodType
  /** True if the JSON body is optional. */
  bodyOptional?: boolean
  /** True if the JSON body may be as long as `maxLargeBodyBytes` of the HTTP package. */
  largeBody?: boolean
  /** True if an HTML form may post the same fields, each once. */
  formBody?: boolean
  /** A non-JSON body, only for the OpenAPI document. The handler reads the stream. */
  rawBody?: { contentType: string; schema?: z.ZodType }
  /** True if it accepts `Idempotency-Key`. The response's database transaction is `c.var.tx`. */
  idempotent?: boolean
  responses: Readonly<Record<number, OperationResponse>>
  /**
   * The error codes beyond those that `groupRefusals` adds for the operation's kind
   * (docs/reference/http.md, "Errors").
   */
  errors?: readonly ErrorCode[]
  /**
   * Not needed if the operation takes no body, and its path has at most the id of a record that
   * another example makes. Left out of every bundle for browsers.
   */
  example?: OperationExample
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'method' in value &&
  'responses' in value

/**
 * Returns a module's exported operations. For this package these are all the platform's operations.
 */
export const operationsIn = (exports: Readonly<Record<string, unknown>>): Operation[] =>
  Object.values(exports).filter(isOperation)

/**
 * Returns true if an operation may refuse with this code, because it declares the code or all
 * operations share it.
 */
export const declaresError = ({ errors = [] }: Operation, code: string): boolean =>
  Object.hasOwn(commonErrors, code) || errors.some((declared) => declared === code)

/** Declares an operation and keeps its literal types for handlers and the SDK. */
export const defineOperation = <const T extends Operation>(operation: T): Readonly<T> =>
  Object.freeze(operation)
