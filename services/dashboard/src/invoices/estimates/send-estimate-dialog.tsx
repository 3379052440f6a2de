import { type Estimate, SendInvoice, sendEstimate } from '@atrium/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DraftDialog } from '../../money/form/draft-dialog.tsx'
import { customerQuery } from '../../money/money-queries.ts'
import { sellerQuery } from '../../money/seller-query.ts'
import { atrium } from '../../platform/connection/api.ts'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import { tagged } from '../../platform/records/versions.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type MailBody, MailFields, toMailBody, usualMail } from '../mail-part.tsx'
import { estimateQuery } from './estimate-queries.ts'

/** Returns who receives an estimate if the user chooses nobody. */
function useUsualRecipients({ customerId, recipients }: Estimate) {
  const customer = useQuery(customerQuery(customerId)).data
  if (recipients !== null && recipients.to.length > 0) return recipients
  const { to = [], cc = [] } = customer?.emails ?? {}
  const email = customer?.email ?? ''
  const alone = email === '' ? [] : [email]
  return { to: to.length > 0 ? to : alone, cc: recipients?.cc ?? cc }
}

/** Sends an estimate to its customer by mail. */
export function SendEstimateDialog({
  estimate,
  onClose,
}: {
  estimate: Estimate
  onClose: () => void
}) {
  const { id, status } = estimate
  const queryClient = useQueryClient()
  const keyed = useRequestKeys()
  const seller = useQuery(sellerQuery).data
  const usual = useUsualRecipients(estimate)
  const [draft, setDraft] = useState(usualMail)
  const body = toMailBody(draft)
  const isValid = SendInvoice.safeParse(body).success && (draft.to ?? usual.to).length > 0
  const send = useMutation({
    mutationFn: (mail: MailBody) =>
      keyed({ id, mail }, (idempotencyKey) =>
        tagged<Estimate>(
          atrium.call(sendEstimate, { params: { id }, body: mail }, { idempotencyKey }),
        ),
      ),
    onSuccess: (sent) => queryClient.setQueryData(estimateQuery(id).queryKey, sent),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['estimates'] }),
  })
  const submit = () =>
    void send.mutateAsync(body).then(
      () => {
        toast('The estimate is being mailed')
        onClose()
      },
      () => undefined,
    )
  return (
    <DraftDialog
      title={status === 'draft' ? 'Send the estimate' : 'Send the estimate again'}
      size={640}
      action="Send"
      disabled={!isValid}
      form={send}
      onSubmit={submit}
      onClose={onClose}
    >
      <span>
        The mail has the PDF and a button to the page where your customer accepts or declines.
      </span>
      {seller !== undefined && (seller === null || seller.name === '') && (
        <p className="sunken note" data-tone="warn">
          <span className="grow">
            The estimate does not name your company’s address yet.{' '}
            <Link
              to="/settings/{-$page}"
              params={{ page: 'organisation' }}
              className="link"
              style={{ textDecoration: 'underline' }}
            >
              Complete your company
            </Link>
          </span>
        </p>
      )}
      <MailFields
        draft={draft}
        // Copies go to the usual recipients only together with the usual mail.
        usual={draft.to === undefined ? usual : { ...usual, cc: [] }}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
    </DraftDialog>
  )
}
