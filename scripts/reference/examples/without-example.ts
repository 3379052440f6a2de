const provider = 'needs the identity provider of an operator, and its pages'

/** The operations without an example in the merged document, each with the reason. */
export const withoutExample: Readonly<Record<string, string>> = {
  authPostSignInSocial: provider,
  authGetCallbackId: provider,
  authPostCallbackId: provider,
  authPostLinkSocial: provider,
  authPostUnlinkAccount: provider,
  authPostRefreshToken: provider,
  authPostGetAccessToken: provider,
  authGetAccountInfo: provider,
  openTrackedLink: 'only the network of a published post shows the code',
}
