import { Problem } from '@atrium/contracts'
import { z } from 'zod'
import { isClosedOauthPath } from '../../assistants/oauth-server.ts'
import type { Auth } from '../create-auth.ts'
import { authAnswerProperties, authAnswers, type Json, type JsonObject } from './auth-answers.ts'
import { authParameters, authTexts } from './auth-reference.ts'

const prefix = '/api/auth'
const tag = 'Authentication'
const schemaPrefix = 'Auth'
const problemName = `${schemaPrefix}Problem`
const { $schema: _, ...problemSchema } = z.toJSONSchema(
  z.object({
    ...Problem.shape,
    message: z.string().optional().describe("better-auth's own words"),
    reason: z.string().optional().describe("better-auth's own code"),
  }),
  { io: 'output' },
) as JsonObject
const open = new Set([
  '/oauth2/authorize',
  '/oauth2/register',
  '/oauth2/revoke',
  '/oauth2/token',
  '/sign-up/email',
  '/sign-in/email',
  '/sign-in/social',
  '/callback/{id}',
  '/get-session',
  '/request-password-reset',
  '/reset-password',
  '/reset-password/{token}',
  '/verify-email',
  '/send-verification-email',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/ok',
  '/error',
])

/** Returns better-auth's routes as a part of the platform's OpenAPI 3.1 document. */
export async function authOpenApi(auth: Auth): Promise<Record<string, unknown>> {
  const generated = JSON.parse(JSON.stringify(await auth.api.generateOpenAPISchema())) as {
    paths: Record<string, Record<string, JsonObject>>
    components: { schemas: Record<string, Json> }
  }
  const paths = Object.entries(generated.paths)
    .filter(([path]) => !isClosedOauthPath(path) && path !== '/update-session')
    .map(([path, methods]) => [
      `${prefix}${path}`,
      Object.fromEntries(
        Object.entries(methods)
          .filter(([method]) => !neverAnswered.has(`${method} ${path}`))
          .map(([method, operation]) => [method, cleanOperation(path, method, operation)]),
      ),
    ])
  const documented = Object.fromEntries(paths) as JsonObject
  return {
    paths: documented,
    components: {
      schemas: {
        ...namedSchemas(generated.components.schemas, documented),
        [problemName]: problemSchema,
      },
    },
  }
}

/**
 * Methods of features that are off. The server always rejects them, like `/update-session`, because
 * sessions have no editable fields.
 */
const neverAnswered: ReadonlySet<string> = new Set(['post /get-session', 'post /oauth2/authorize'])

/** Returns the schemas used by the paths. The others describe tables that no response contains. */
function namedSchemas(all: Record<string, Json>, paths: JsonObject): JsonObject {
  const text = JSON.stringify(paths)
  const used = Object.entries(all).filter(([name]) =>
    text.includes(`"#/components/schemas/${schemaPrefix}${name}"`),
  )
  return Object.fromEntries(
    used.map(([name, schema]) => [
      `${schemaPrefix}${name}`,
      withNull(clean(schema), emptyAtTimes[name] ?? []),
    ]),
  )
}

/** Columns that better-auth declares as texts, but sends as null while they are empty. */
const emptyAtTimes: Readonly<Record<string, readonly string[]>> = {
  User: ['image'],
  Session: ['activeOrganizationId', 'ipAddress', 'userAgent'],
  Organization: ['logo', 'metadata'],
}

function withNull(schema: Json, names: readonly string[]): Json {
  const { properties, ...rest } = toObject(schema)
  const fields = Object.entries(toObject(properties)).map(([name, field]) => [
    name,
    names.includes(name) ? { ...toObject(field), type: ['string', 'null'] } : field,
  ])
  return { ...rest, properties: Object.fromEntries(fields) }
}

const toObject = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

function cleanOperation(path: string, method: string, operation: JsonObject): JsonObject {
  const { description, operationId: _, security: __, tags: ___, parameters, ...rest } = operation
  const words = path
    .replaceAll(/[{}]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const ownText = authTexts[path]
  const summary = ownText?.split('. ', 1)[0] ?? words.join(' ')
  return {
    operationId: ['auth', method, ...words]
      .map((word, n) => (n === 0 ? word : capital(word)))
      .join(''),
    tags: [tag],
    summary,
    description: ownText?.slice(summary.length + 2) ?? description ?? words.join(' '),
    security: open.has(path) ? [] : [{ session: [] }],
    ...(Array.isArray(parameters) && { parameters: parameters.map(describedParameter) }),
    ...withProblems(path, asSent(path, clean(rest) as JsonObject)),
  }
}

/** OAuth routes for forms only (RFC 6749, section 4.1.3; RFC 7009, section 2.1). */
const formPaths: ReadonlySet<string> = new Set(['/oauth2/token', '/oauth2/revoke'])

function asSent(path: string, operation: JsonObject): JsonObject {
  if (!formPaths.has(path)) return operation
  const { requestBody, ...rest } = operation
  const { content, ...body } = toObject(requestBody)
  const media = toObject(content)['application/json'] ?? {}
  return {
    ...rest,
    requestBody: { ...body, content: { 'application/x-www-form-urlencoded': media } },
  }
}

function describedParameter(parameter: Json): Json {
  const { name, ...rest } = toObject(clean(parameter))
  return { description: authParameters[String(name)] ?? String(name), ...rest, name: name ?? '' }
}

/** Documents better-auth's errors as problems, because `auth-problem.ts` converts them. */
function withProblems(path: string, operation: JsonObject): JsonObject {
  const documented = (operation['responses'] ?? {}) as JsonObject
  const content = {
    'application/problem+json': { schema: { $ref: `#/components/schemas/${problemName}` } },
  }
  const redirect = redirects[path]
  const failures = Object.entries(documented).filter(([status]) => Number(status) >= 400)
  const successes = Object.entries(documented).filter(([status]) => Number(status) < 400)
  const responses: [string, Json][] = failures.map(([status, response]) => [
    status,
    { ...toObject(response), content },
  ])
  if (redirect !== undefined) responses.push(['302', { description: redirect }])
  else
    responses.push(
      ...(successes.length === 0 ? [success] : successes).map(([status, response]) =>
        withAnswer(path, status, response),
      ),
    )
  responses.push(['default', { description: 'Any other problem', content }])
  return { ...operation, responses: Object.fromEntries(responses) }
}

function withAnswer(path: string, status: string, response: Json): [string, Json] {
  const answer = authAnswers[path]
  const more = authAnswerProperties[path]
  const media = toObject(toObject(toObject(response)['content'])['application/json'])
  const schema = toObject(media['schema'])
  const whole = answer ?? { ...schema, properties: { ...toObject(schema['properties']), ...more } }
  if (answer === undefined && more === undefined) return [status, response]
  return [status, { ...toObject(response), content: { 'application/json': { schema: whole } } }]
}

/** The success response if better-auth documents only errors. */
const success: [string, Json] = [
  '200',
  { description: 'Success', content: { 'application/json': { schema: {} } } },
]

/** Routes with a redirect, and the destination's description. */
const redirects: Readonly<Record<string, string>> = {
  '/callback/{id}': 'Back to the page that the sign-in began on',
  '/error': 'To the sign-in page of the dashboard',
  '/oauth2/authorize': 'To the consent page, or back to the assistant',
  '/reset-password/{token}': 'To the page of the new password',
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Renames references, and turns OpenAPI 3.0's `nullable: true` into the type list of 3.1. */
function clean(value: Json): Json {
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, signedUpAsAdmin: _, ...members } = value
  const result: JsonObject = Object.fromEntries(
    Object.entries(members).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/components/schemas/', `#/components/schemas/${schemaPrefix}`)
        : clean(member),
    ]),
  )
  // A property may itself be called "nullable". Only the keyword is a boolean.
  if (nullable !== undefined && typeof nullable !== 'boolean') result['nullable'] = clean(nullable)
  if (nullable === true && typeof result['type'] === 'string')
    result['type'] = [result['type'], 'null']
  return describesKey(result) ? asOrgKey(result) : result
}

const describesKey = ({ properties }: JsonObject): boolean =>
  ['refillInterval', 'userId'].every((name) => name in toObject(properties))

/** Describes an API key as a key of an org, because better-auth describes it as a key of a user. */
function asOrgKey({ properties, required, ...rest }: JsonObject): JsonObject {
  const { userId: _, ...fields } = toObject(properties)
  const names = Array.isArray(required) ? required : []
  return {
    ...rest,
    properties: {
      ...fields,
      referenceId: { type: 'string', description: 'The organisation that the key belongs to' },
      configId: { type: 'string' },
    },
    required: names.map((name) => (name === 'userId' ? 'referenceId' : name)),
  }
}
