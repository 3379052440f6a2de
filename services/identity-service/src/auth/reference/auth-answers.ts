export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }
type Schema = JsonObject

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: 'boolean' }
const moment: Schema = { type: 'string', format: 'date-time' }
const listSchema = (items: Schema): Schema => ({ type: 'array', items })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/Auth${name}` })
const both = (...all: Schema[]): Schema => ({ allOf: all })

/** Returns an object schema. All `properties` are required, and those in `optional` are not. */
const shape = (
  properties: { [name: string]: Schema },
  optional: { [name: string]: Schema } = {},
): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

const user = ref('User')
const organization = ref('Organization')
const userOfMember = shape({ id: text, name: text, email: text, image: textOrNull })
const memberFields = { id: text, organizationId: text, userId: text, role: text, createdAt: moment }
const member = shape(memberFields)
const memberWithUser = shape({ ...memberFields, user: userOfMember })
const invitationFields = {
  id: text,
  organizationId: text,
  inviterId: text,
  email: text,
  role: text,
  status: text,
  createdAt: moment,
  expiresAt: moment,
}
const invitation = shape(invitationFields)
const signedIn = shape({ token: textOrNull, user })
const credential = shape(
  { type: text },
  { id: text, alg: { type: 'number' }, transports: listSchema(text) },
)

/** Response schemas by path, if better-auth's own description omits them or is wrong. */
export const authAnswers: Readonly<Record<string, Schema>> = {
  '/sign-up/email': signedIn,
  '/sign-in/email': {
    anyOf: [
      shape({ redirect: flag, token: text, user }, { url: textOrNull }),
      shape({
        twoFactorRedirect: { type: 'boolean', enum: [true] },
        twoFactorMethods: listSchema(text),
      }),
    ],
  },
  '/list-sessions': listSchema(both(ref('Session'), shape({ current: flag }))),
  '/change-password': signedIn,
  '/update-user': shape({ status: flag }),
  '/verify-email': shape({ status: flag, user: { anyOf: [user, { type: 'null' }] } }),

  '/organization/create': both(organization, shape({ members: listSchema(member) })),
  '/organization/delete': organization,
  '/organization/get-full-organization': both(
    organization,
    shape({ members: listSchema(memberWithUser), invitations: listSchema(invitation) }),
  ),
  '/organization/check-slug': shape({ status: flag }),
  '/organization/list-members': shape({
    members: listSchema(memberWithUser),
    total: { type: 'integer' },
  }),
  '/organization/get-active-member': memberWithUser,
  '/organization/get-active-member-role': shape({ role: text }),
  '/organization/has-permission': shape({ success: flag, error: textOrNull }),
  '/organization/update-member-role': member,
  '/organization/remove-member': shape({ member }),
  '/organization/leave': memberWithUser,
  '/organization/get-invitation': shape({
    ...invitationFields,
    organizationName: text,
    organizationSlug: text,
    inviterEmail: text,
  }),
  '/organization/list-invitations': listSchema(invitation),
  '/organization/accept-invitation': shape({ invitation, member }),
  '/organization/reject-invitation': shape({ invitation, member: { type: ['object', 'null'] } }),
  '/organization/cancel-invitation': invitation,

  '/passkey/generate-register-options': shape(
    {
      challenge: text,
      rp: shape({ name: text }, { id: text }),
      user: shape({ id: text, name: text, displayName: text }),
      pubKeyCredParams: listSchema(credential),
    },
    {
      timeout: { type: 'number' },
      excludeCredentials: listSchema(credential),
      authenticatorSelection: { type: 'object', additionalProperties: true },
      attestation: text,
      extensions: { type: 'object', additionalProperties: true },
      hints: listSchema(text),
    },
  ),
  '/passkey/generate-authenticate-options': shape(
    { challenge: text },
    {
      rpId: text,
      timeout: { type: 'number' },
      userVerification: text,
      allowCredentials: listSchema(credential),
      extensions: { type: 'object', additionalProperties: true },
    },
  ),
  '/passkey/list-user-passkeys': listSchema(ref('Passkey')),
  '/two-factor/verify-totp': signedIn,
  '/two-factor/verify-backup-code': signedIn,

  '/oauth2/consent': shape({ redirect: flag, url: text }),
  '/oauth2/public-client': shape(
    { client_id: text },
    {
      client_name: text,
      client_uri: text,
      logo_uri: text,
      tos_uri: text,
      policy_uri: text,
      contacts: listSchema(text),
      redirect_uris: listSchema(text),
    },
  ),
}

/** Response properties missing in better-auth's description. */
export const authAnswerProperties: Readonly<Record<string, { [name: string]: Schema }>> = {
  '/api-key/create': { configId: text },
  '/oauth2/register': { dpop_bound_access_tokens: flag },
  '/oauth2/token': {
    expires_at: { type: 'integer', description: 'The end of the access token, in seconds' },
  },
}
