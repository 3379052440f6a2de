import { visible } from '@atrium/contracts'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { checkRemovedAccount, listSessions, NewAddress } from '../account/account-guards.ts'
import {
  checkDelete,
  checkGet,
  filterList,
  prepareCreate,
  prepareList,
  prepareUpdate,
} from '../api-keys/api-key-guards.ts'
import { completeRegistration, prepareRegistration } from '../assistants/client-registration.ts'
import {
  checkConsent,
  filterToken,
  prepareAuthorization,
  prepareToken,
} from '../assistants/oauth-guards.ts'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, WebAddress } from '../guards/hook-context.ts'
import { checkLeaving, checkRemoval, checkRoleChange } from '../orgs/member-guards.ts'
import {
  checkInvitationList,
  checkInvite,
  checkNewOrg,
  checkWantedOrg,
  filterFullOrg,
  filterInvitationList,
  OrgChange,
} from '../orgs/org-guards.ts'
import { checkAcceptance } from '../orgs/plan-guards.ts'
import { endOtherSessions } from './passwords/change-password.ts'
import { noteConfirmation, requireUnusedCode } from './sign-in/one-sign-in.ts'
import { checkChangedAddress, checkPasskeyOwner } from './sign-in/prove-address.ts'

type Before = (deps: Deps, context: HookContext) => unknown
type After = (deps: Deps, context: HookContext, answer: unknown) => Promise<unknown>

const readBody =
  (schema: z.ZodType): Before =>
  (_deps, context) =>
    void parseOrRefuse(schema, context.body)

const Person = z.object({
  name: z.string().max(200).regex(visible, { error: 'Enter a name' }).optional(),
  email: z.string().max(254).optional(),
  image: WebAddress.nullish(),
})

// better-auth looks the credential up by this id without checking its format.
const PasskeyAnswer = z.object({ response: z.looseObject({ id: z.string().max(2_048) }) })
const checkNewPasskey: Before = (deps, context) => {
  parseOrRefuse(PasskeyAnswer, context.body)
  return checkPasskeyOwner(deps, context)
}

const TwoFactor = z.object({
  password: z.string().max(128).optional(),
  code: z.string().max(64).optional(),
})
// The authenticator app shows the issuer, so the client must not choose it.
const prepareTwoFactor: Before = (_deps, context) => {
  parseOrRefuse(TwoFactor, context.body)
  return { context: { body: { issuer: 'Atrium' } } }
}

const SignUp = Person.extend({ password: z.string().min(8).max(128) })

/** Rejects an invalid sign-up before its password is hashed. */
const prepareSignUp: Before = async (deps, context) => {
  const { password } = parseOrRefuse(SignUp, context.body)
  await deps.passwords.prepare(password)
}

/** Checks and changes before better-auth's own handler, by path. */
const before: Readonly<Record<string, Before>> = {
  '/sign-up/email': prepareSignUp,
  '/update-user': readBody(Person),
  '/change-password': endOtherSessions,
  '/change-email': readBody(NewAddress),
  '/verify-email': checkChangedAddress,
  '/two-factor/enable': prepareTwoFactor,
  '/two-factor/disable': readBody(TwoFactor),
  '/two-factor/get-totp-uri': readBody(TwoFactor),
  '/two-factor/generate-backup-codes': readBody(TwoFactor),
  '/two-factor/verify-totp': (_deps, context) => {
    parseOrRefuse(TwoFactor, context.body)
    return noteConfirmation(context)
  },
  '/two-factor/verify-backup-code': readBody(TwoFactor),
  '/delete-user': checkRemovedAccount,
  '/list-sessions': listSessions,
  '/passkey/verify-registration': checkNewPasskey,
  '/passkey/verify-authentication': readBody(PasskeyAnswer),
  '/organization/create': checkNewOrg,
  '/organization/set-active': checkWantedOrg,
  '/organization/get-organization': checkWantedOrg,
  '/organization/get-full-organization': checkWantedOrg,
  '/organization/remove-member': checkRemoval,
  '/organization/leave': checkLeaving,
  '/organization/update': readBody(OrgChange),
  '/organization/update-member-role': checkRoleChange,
  '/organization/invite-member': checkInvite,
  '/organization/accept-invitation': checkAcceptance,
  '/organization/list-invitations': checkInvitationList,
  '/oauth2/register': prepareRegistration,
  '/oauth2/authorize': prepareAuthorization,
  '/oauth2/consent': checkConsent,
  '/oauth2/token': prepareToken,
  '/api-key/create': prepareCreate,
  '/api-key/update': prepareUpdate,
  '/api-key/delete': checkDelete,
  '/api-key/get': checkGet,
  '/api-key/list': (_deps, context) => prepareList(context),
}

/**
 * Removes the column `signedUpAsAdmin`, because better-auth omits it from all its other responses.
 */
const withoutOwnColumn: After = async (_deps, _context, answer) => {
  const signedIn = z.looseObject({ user: z.looseObject({}) }).safeParse(answer)
  if (!signedIn.success) return undefined
  const { signedUpAsAdmin: _, ...user } = signedIn.data.user
  return { ...signedIn.data, user }
}

/** Response filters by path. */
const after: Readonly<Record<string, After>> = {
  '/passkey/verify-authentication': withoutOwnColumn,
  '/two-factor/verify-totp': requireUnusedCode,
  '/organization/list-invitations': filterInvitationList,
  '/organization/get-full-organization': filterFullOrg,
  '/api-key/list': filterList,
  '/oauth2/register': completeRegistration,
  '/oauth2/token': filterToken,
}

export const authHooks = (deps: Deps) => ({
  before: createAuthMiddleware(async (context) => before[context.path]?.(deps, context)),
  after: createAuthMiddleware(async (context) => {
    const filter = after[context.path]
    const answer = context.context.returned
    if (filter === undefined || isAPIError(answer)) return
    const filtered = await filter(deps, context, answer)
    return filtered === undefined ? undefined : context.json(filtered)
  }),
})
