/** The refusal of a sixth organisation, in better-auth's form. */
export const organizationLimit = {
  status: 403,
  code: 'ORGANISATION_LIMIT',
  message: 'An account creates at most 5 organisations',
} as const
