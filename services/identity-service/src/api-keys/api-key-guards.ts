import { ApiKeyScopes, type OrgRole, orgRoles, roleAtLeast } from '@atrium/contracts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  type HookContext,
  parseOrRefuse,
  refuse,
  requireCaller,
  requireOrgId,
} from '../guards/hook-context.ts'
import { roleOf } from '../orgs/find-role.ts'
import { findOwnership } from './api-keys.db.ts'

const Metadata = z
  .looseObject({ role: z.enum(orgRoles).optional(), scopes: ApiKeyScopes.nullish() })
  .refine((value) => JSON.stringify(value).length <= 4_096, 'Enter at most 4 KiB')
  .nullish()
const configId = z.literal('default').optional()
const expiresIn = z
  .int()
  .min(1)
  .max(3_650 * 86_400)
  .nullish()
const Create = z.object({
  name: z.string().max(100).optional(),
  organizationId: z.string().optional(),
  metadata: Metadata,
  prefix: z.literal('atr_').optional(),
  configId,
  expiresIn,
})
const Update = z.object({ keyId: z.string(), metadata: Metadata, configId, expiresIn })
const ByKeyId = z.object({ keyId: z.string() })
const ById = z.object({ id: z.string() })
const Target = z.object({ organizationId: z.string().optional() }).nullish()

const unknownKey = () => refuse('NOT_FOUND', 'KEY_NOT_FOUND', 'API key not found')

/**
 * Checks a new key. Its role is at most the creator's role. `createdBy` and `role` in the metadata
 * overwrite the caller's values. Throws 403 if the caller is no member of the org or asks for a
 * higher role.
 */
export async function prepareCreate(deps: Deps, context: HookContext) {
  const body = parseOrRefuse(Create, context.body)
  const caller = await requireCaller(context)
  const orgId = requireOrgId(body.organizationId, caller)
  const ownRole = await roleOf(deps.db, { orgId, userId: caller.userId })
  if (ownRole === undefined) {
    throw refuse(
      'FORBIDDEN',
      'USER_NOT_MEMBER_OF_ORGANIZATION',
      'You are not a member of this organisation',
    )
  }
  const role = allowedRole(ownRole, body.metadata?.role ?? ownRole)
  const metadata = { ...body.metadata, role, createdBy: caller.userId }
  return { context: { body: { organizationId: orgId, metadata } } }
}

/**
 * Allows only the creator to change a key. The role may rise up to the creator's current role. The
 * creator never changes, and the scopes stay unless the request names them.
 */
export async function prepareUpdate(deps: Deps, context: HookContext) {
  const body = parseOrRefuse(Update, context.body)
  const { userId, key, own } = await reachableKey(deps, context, body.keyId)
  if (key.creatorId !== userId) {
    throw refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only the person who created an API key can change it')
  }
  if (body.metadata === undefined) return { context: { body: {} } }
  const role = allowedRole(own, body.metadata?.role ?? key.role)
  const scopes = body.metadata?.scopes === undefined ? key.scopes : body.metadata.scopes
  return { context: { body: { metadata: { ...body.metadata, role, scopes, createdBy: userId } } } }
}

/** Lets the creator, an owner or an admin revoke a key. */
export const checkDelete = (deps: Deps, context: HookContext): Promise<void> =>
  checkHandling(deps, context, parseOrRefuse(ByKeyId, context.body).keyId)

/** Lets the creator, an owner or an admin read a key. */
export const checkGet = (deps: Deps, context: HookContext): Promise<void> =>
  checkHandling(deps, context, parseOrRefuse(ById, context.query).id)

/** Defaults the list to the keys of the active org. */
export async function prepareList(context: HookContext) {
  const caller = await requireCaller(context)
  const organizationId = requireOrgId(parseOrRefuse(Target, context.query)?.organizationId, caller)
  return { context: { query: { organizationId } } }
}

const KeyList = z.looseObject({
  apiKeys: z.array(
    z.looseObject({ referenceId: z.string(), metadata: z.looseObject({ createdBy: z.string() }) }),
  ),
})

/** Hides other users' keys from a plain member. */
export async function filterList(deps: Deps, context: HookContext, answer: unknown) {
  const list = KeyList.safeParse(answer)
  const orgId = list.data?.apiKeys[0]?.referenceId
  if (!list.success || orgId === undefined) return undefined
  const { userId } = await requireCaller(context)
  const ownRole = await roleOf(deps.db, { orgId, userId })
  if (ownRole !== undefined && ownRole !== 'member') return undefined
  const apiKeys = list.data.apiKeys.filter((key) => key.metadata.createdBy === userId)
  return { ...list.data, apiKeys, total: apiKeys.length }
}

function allowedRole(ownRole: OrgRole, asked: OrgRole): OrgRole {
  if (roleAtLeast(ownRole, asked)) return asked
  throw refuse('FORBIDDEN', 'ROLE_ABOVE_CREATOR', 'A key cannot have a higher role than you')
}

async function checkHandling(deps: Deps, context: HookContext, keyId: string): Promise<void> {
  const { userId, key, own } = await reachableKey(deps, context, keyId)
  if (own === 'member' && key.creatorId !== userId) throw unknownKey()
}

/**
 * Returns a key if the caller is a member of its org. Throws 404 otherwise, so the response does
 * not reveal if the key exists.
 */
async function reachableKey(deps: Deps, context: HookContext, keyId: string) {
  const { userId } = await requireCaller(context)
  const key = await findOwnership(deps.db, keyId)
  const ownRole = key && (await roleOf(deps.db, { orgId: key.orgId, userId }))
  if (key === undefined || ownRole === undefined) throw unknownKey()
  return { userId, key, own: ownRole }
}
