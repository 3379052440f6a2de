import {
  type ApprovalDecision,
  type ApprovalStatus,
  decideApproval,
  decideAskedApproval,
  listApprovals,
  readAskedApproval,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages, operationQuery } from '../platform/records/queries.ts'

export const approvalsQuery = (status: ApprovalStatus | undefined) =>
  offsetPages(
    ['approvals', 'list', status ?? 'all'],
    (page, options) =>
      atrium.call(
        listApprovals,
        { query: status === undefined ? page : { ...page, status } },
        options,
      ),
    25,
  )

export interface Wish {
  readonly decision: ApprovalDecision
  readonly note: string
}

export const decideMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: Wish) => atrium.call(decideApproval, { params: { id }, body }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['approvals'] }),
        queryClient.invalidateQueries({ queryKey: ['attention'] }),
      ]),
  })

/** Reads the question behind the link in a mail. Changes nothing. */
export const askedApprovalQuery = (id: string, token: string) =>
  operationQuery(['asked-approval', id, token], readAskedApproval, {
    params: { id },
    body: { token },
  })

export const decideAsked = (id: string, token: string, wish: Wish) =>
  atrium.call(decideAskedApproval, { params: { id }, body: { token, ...wish } })
