import { type Invoice, sendInvoice } from '@atrium/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { DraftDialog } from '../money/form/draft-dialog.tsx'
import { atrium } from '../platform/connection/api.ts'
import { useRequestKeys } from '../platform/connection/request-keys.ts'
import { tagged } from '../platform/records/versions.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { awaitMail, refreshInvoices, takeInvoice } from './invoice-changes.ts'
import { type MailBody, MailPart, useMailDraft } from './mail-part.tsx'

/** Shows the mail with an issued invoice and sends it. */
export function SendDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id } = invoice
  const queryClient = useQueryClient()
  const keyed = useRequestKeys()
  const mail = useMailDraft(id)
  const send = useMutation({
    mutationFn: (body: MailBody) =>
      keyed({ id, body }, (idempotencyKey) =>
        tagged<Invoice>(atrium.call(sendInvoice, { params: { id }, body }, { idempotencyKey })),
      ),
    onSuccess: (sent) => {
      awaitMail(queryClient, sent).catch(() => undefined)
      return takeInvoice(queryClient, sent)
    },
    onError: () => refreshInvoices(queryClient),
  })
  const submit = () =>
    void send.mutateAsync(mail.body).then(
      () => {
        toast('The invoice is being mailed')
        onClose()
      },
      () => undefined,
    )
  return (
    <DraftDialog
      title="Send the invoice again"
      size={640}
      action="Send"
      disabled={!mail.isReady}
      form={send}
      onSubmit={submit}
      onClose={onClose}
    >
      <MailPart mail={mail} />
    </DraftDialog>
  )
}
