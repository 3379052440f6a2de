/** The error for a user's sixth organisation, in better-auth's format. */
export const organizationLimit = {
  status: 403,
  code: 'ORGANISATION_LIMIT',
  message: 'An account creates at most 5 organisations',
} as const
