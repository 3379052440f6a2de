import {
  type EstimateMailPreview,
  type InvoiceMailPreview,
  previewEstimateMail,
  previewInvoiceMail,
  SendInvoice,
} from '@atrium/contracts'
import { Flex, TagsInput, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { atrium } from '../platform/connection/api.ts'
import { PreviewFrame } from '../ui/page/preview-frame.tsx'
import { Waiting } from '../ui/page/waiting.tsx'

/** What a user changed about a mail. Undefined recipients are the usual ones. */
export interface MailDraft {
  readonly to: string[] | undefined
  readonly cc: string[] | undefined
  readonly message: string
}

const usualMail: MailDraft = { to: undefined, cc: undefined, message: '' }

/** Returns the request body of a mail. */
const toMailBody = ({ to, cc, message }: MailDraft) => ({
  ...(to !== undefined && { to }),
  ...(cc !== undefined && { cc }),
  ...(message.trim() !== '' && { message }),
})

export type MailBody = ReturnType<typeof toMailBody>

type Preview = EstimateMailPreview & Partial<Pick<InvoiceMailPreview, 'sentBy'>>
type Mailed = 'invoices' | 'estimates'

const previewQuery = (mailed: Mailed, id: string, body: MailBody) =>
  queryOptions({
    queryKey: [mailed, 'mail', id, body],
    queryFn: ({ signal }): Promise<Preview> =>
      mailed === 'invoices'
        ? atrium.call(previewInvoiceMail, { params: { id }, body }, { signal })
        : atrium.call(previewEstimateMail, { params: { id }, body }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Holds what a user changes about a mail, and the mail as its recipients will see it. */
export function useMailDraft(id: string, mailed: Mailed = 'invoices') {
  const [draft, setDraft] = useState(usualMail)
  const body = toMailBody(draft)
  const isComplete = SendInvoice.safeParse(body).success
  const [settled] = useDebouncedValue(body, 300)
  // While an address is incomplete, the preview keeps the last mail.
  const shown = SendInvoice.safeParse(settled).success ? settled : {}
  const preview = useQuery(previewQuery(mailed, id, shown))
  // An invoice is issued without a mail if the customer has no address. An estimate is only mailed.
  const hasRecipient = (draft.to ?? preview.data?.to)?.length !== 0
  // Until the mail is shown, the button below it would move away from the pointer.
  const isReady = isComplete && !preview.isPending && (mailed === 'invoices' || hasRecipient)
  const change = (changes: Partial<MailDraft>) => setDraft({ ...draft, ...changes })
  return { draft, body, isReady, preview, change }
}

interface AddressesProps {
  readonly label: string
  readonly value: string[]
  readonly required?: boolean
  readonly onChange: (addresses: string[]) => void
}

const splitAddresses = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((address) => address !== '')

function AddressesField({ label, value, required = false, onChange }: AddressesProps) {
  const isWrong = value.length > 0 && !SendInvoice.shape.cc.safeParse(value).success
  const problem = isWrong
    ? 'Up to ten mail addresses, such as accounts@example.com'
    : required && value.length === 0
      ? 'Add an address'
      : undefined
  return (
    <TagsInput
      label={label}
      value={value}
      maxTags={10}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      error={problem}
      // A text that is taken when the field loses the focus is not split by the field.
      onChange={(texts) => onChange(texts.flatMap(splitAddresses))}
    />
  )
}

interface MailFieldsProps {
  readonly draft: MailDraft
  /** The recipients if the user chooses none. */
  readonly usual: { readonly to: string[]; readonly cc: string[] }
  readonly onChange: (changes: Partial<MailDraft>) => void
}

/** The recipients and the message of a mail. */
const MailFields = ({ draft, usual, onChange }: MailFieldsProps) => (
  <>
    <AddressesField
      label="To"
      required
      value={draft.to ?? usual.to}
      onChange={(to) => onChange({ to })}
    />
    <AddressesField
      label="Copy to"
      value={draft.cc ?? usual.cc}
      onChange={(cc) => onChange({ cc })}
    />
    <Textarea
      label="Message"
      placeholder="Optional. It is shown above the text of the mail."
      autosize
      minRows={2}
      maxRows={6}
      maxLength={5_000}
      value={draft.message}
      onChange={({ currentTarget: { value } }) => onChange({ message: value })}
    />
  </>
)

/** The recipients and the message of a mail, and the mail as its recipients will see it. */
export function MailPart({ mail }: { mail: ReturnType<typeof useMailDraft> }) {
  const { draft, preview, change } = mail
  const shown = preview.data
  if (shown === undefined) return <Waiting query={preview} height={680} radius="lg" />
  if (shown.sentBy === 'processor')
    return (
      <p className="sunken note">
        Your payment provider mails the invoice with its own text to {shown.to.join(', ')}. To add a
        message, use “Send again” afterwards.
      </p>
    )
  return (
    <div className="fields">
      <MailFields draft={draft} usual={shown} onChange={change} />
      <Flex component="section" direction="column" gap={8} aria-label="Preview of the mail">
        <span className="bold" dir="auto">
          {shown.subject}
        </span>
        <PreviewFrame
          className="raised"
          height={380}
          title="Preview of the mail"
          html={shown.html}
        />
        <span className="fine">The PDF is attached.</span>
      </Flex>
    </div>
  )
}
