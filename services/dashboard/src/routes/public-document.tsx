import type { PublicEstimate, PublicInvoice } from '@atrium/contracts'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { OrgMark } from '../money/org-mark.tsx'
import { apiOrigin } from '../platform/page-facts.ts'
import { DecidePart } from '../public-documents/decide-part.tsx'
import { DocumentLines } from '../public-documents/document-lines.tsx'
import { type DocumentVoice, documentVoice } from '../public-documents/document-voice.ts'
import { filledWords } from '../public-documents/document-words.ts'
import { PayPart } from '../public-documents/pay-part.tsx'
import { publicEstimateQuery, publicInvoiceQuery } from '../public-documents/public-queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'

const payRoute = getRouteApi('/counter/pay/$token')
const estimateRoute = getRouteApi('/counter/estimate/$token')

/** Shows an invoice to its customer, with what is due and how to pay. */
export function PayPage() {
  const { token } = payRoute.useParams()
  const query = useQuery(publicInvoiceQuery(token))
  const invoice = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (invoice === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const voice = documentVoice(invoice.language)
  return (
    <PublicDocument
      document={invoice}
      title={filledWords(voice.words.invoice, { number: invoice.number ?? '' })}
      voice={voice}
      pdf={`/api/public/invoices/${token}/pdf`}
    >
      <PayPart invoice={invoice} voice={voice} />
    </PublicDocument>
  )
}

/** Shows an estimate to its customer, who accepts or declines it. */
export function EstimatePage() {
  const { token } = estimateRoute.useParams()
  const query = useQuery(publicEstimateQuery(token))
  const estimate = query.data
  if (query.isPending) return <Skeleton h={320} />
  if (estimate === undefined)
    return <Problem error={query.error} onRetry={() => void query.refetch()} />
  const voice = documentVoice(estimate.language)
  const { status, validUntil } = estimate
  return (
    <PublicDocument
      document={estimate}
      title={filledWords(voice.words.estimate, { number: estimate.number ?? '' })}
      lead={
        status === 'sent' && validUntil !== null
          ? filledWords(voice.words.validUntil, { date: voice.day(validUntil) })
          : undefined
      }
      voice={voice}
      pdf={`/api/public/estimates/${token}/pdf`}
      foot={<DecidePart token={token} estimate={estimate} voice={voice} />}
    />
  )
}

interface PublicDocumentProps {
  readonly document: PublicInvoice | PublicEstimate
  readonly title: string
  readonly lead?: string | undefined
  readonly voice: DocumentVoice
  readonly pdf: string
  readonly children?: ReactNode
  readonly foot?: ReactNode
}

function PublicDocument({
  document: shown,
  title,
  lead,
  voice,
  pdf,
  children,
  foot,
}: PublicDocumentProps) {
  useEffect(() => {
    document.documentElement.lang = shown.language
  }, [shown.language])
  return (
    <>
      <OrgMark {...shown.seller} />
      <EntranceCard title={title} place={shown.seller.name} lead={lead}>
        {children}
        {shown.note !== null && (
          <p className="preserved" dir="auto">
            {shown.note}
          </p>
        )}
        <DocumentLines document={shown} voice={voice} />
        {shown.vatReasons.map((reason) => (
          <p key={reason} dir="auto">
            {reason}
          </p>
        ))}
        {shown.footer !== null && (
          <p className="preserved" dir="auto">
            {shown.footer}
          </p>
        )}
        <p style={{ margin: foot === undefined ? 0 : '0 0 20px' }}>
          <a href={apiOrigin + pdf} target="_blank" rel="noreferrer" className="link">
            {voice.words.pdf}
          </a>
        </p>
        {foot}
      </EntranceCard>
    </>
  )
}
