/** A channel as a provider needs it. */
export interface Connection {
  accountId: string
  accessToken: string
}
