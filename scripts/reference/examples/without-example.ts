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
  subscribePush: 'the shape of a browser’s keys would not survive the disguise of secrets',
  openTrackedLink: 'only the network of a published post shows the code',
  getExport: 'whether the archive is ready yet depends on the moment',
  listExports: 'whether the archive is ready yet depends on the moment',
  readExport: 'the archive is a zip file',
  exportMe: 'every other example of an area adds records to the response',
}
