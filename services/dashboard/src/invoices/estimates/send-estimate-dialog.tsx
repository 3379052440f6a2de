import { type Estimate, sendEstimate } from '@atrium/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DraftDialog } from '../../money/form/draft-dialog.tsx'
import { sellerQuery } from '../../money/seller-query.ts'
import { atrium } from '../../platform/connection/api.ts'
import { useRequestKeys } from '../../platform/connection/request-keys.ts'
import { tagged } from '../../platform/records/versions.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { type MailBody, MailPart, useMailDraft } from '../mail-part.tsx'
import { estimateQuery } from './estimate-queries.ts'

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
  const mail = useMailDraft(id, 'estimates')
  const send = useMutation({
    mutationFn: (body: MailBody) =>
      keyed({ id, body }, (idempotencyKey) =>
        tagged<Estimate>(atrium.call(sendEstimate, { params: { id }, body }, { idempotencyKey })),
      ),
    onSuccess: (sent) => queryClient.setQueryData(estimateQuery(id).queryKey, sent),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['estimates'] }),
  })
  const submit = () =>
    void send.mutateAsync(mail.body).then(
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
      disabled={!mail.isReady}
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
      <MailPart mail={mail} />
    </DraftDialog>
  )
}
