import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { get, post } from '../platform/session/better-auth.ts'
import { allowedScope, type ConsentRequest } from './consent-request.ts'

/** Reads a request's client. The client chose its name itself. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['assistant-client', clientId],
    queryFn: () =>
      get<{ client_name?: string }>(
        `/oauth2/public-client?${new URLSearchParams({ client_id: clientId })}`,
      ),
    retry: false,
  })

export interface ConsentAnswer {
  readonly accept: boolean
  readonly write: boolean
  /** The organisation for the assistant. `activeOrgId` is the session's organisation. */
  readonly orgId: string | undefined
  readonly activeOrgId: string | undefined
}

/**
 * Responds to a request and redirects to the assistant. The session enters the grant's organisation
 * for the length of the response.
 */
export const answerMutation = (
  request: ConsentRequest,
  leave = (address: string) => window.location.assign(address),
) =>
  mutationOptions({
    mutationFn: async ({ accept, write, orgId, activeOrgId }: ConsentAnswer) => {
      const elsewhere = accept && orgId !== undefined && orgId !== activeOrgId
      if (elsewhere) await atrium.auth.setActiveOrg(orgId)
      try {
        const { url } = await post<{ url: string }>('/oauth2/consent', {
          accept,
          oauth_query: request.query,
          ...(accept ? { scope: allowedScope(request, write), org_id: orgId } : {}),
        })
        return url
      } finally {
        // The response counts even if the session cannot return to its organisation.
        if (elsewhere && activeOrgId !== undefined) {
          await atrium.auth.setActiveOrg(activeOrgId).catch(() => undefined)
        }
      }
    },
    onSuccess: (url: string) => leave(url),
  })
