import { type Estimate, invoiceTotals } from '@atrium/contracts'
import { Box } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMoney } from '../../money/amounts/viewer.ts'
import { Facts } from '../../money/records/facts.tsx'
import { apiOrigin } from '../../platform/page-facts.ts'
import { useMe } from '../../platform/session/me.ts'
import { When } from '../../ui/when.tsx'
import { InvoiceDocument } from '../document.tsx'
import {
  buyerLines,
  type InvoiceSheet,
  pickTexts,
  sellerLines,
  toLines,
} from '../document-sheet.ts'
import { DocumentViews } from '../document-views.tsx'
import classes from '../view.module.css'
import type { ShownEstimate } from './estimate-queries.ts'
import { EstimateStatus } from './estimate-status.tsx'
import { EstimateTimeline } from './estimate-timeline.tsx'
import type { EstimatesSearch } from './estimates-search.ts'

/** Builds the sheet of an estimate from its stored data. */
function toEstimateSheet(estimate: ShownEstimate, org: string): InvoiceSheet {
  const { lineItems, vatRateBps } = estimate
  const totals = invoiceTotals(lineItems, vatRateBps)
  return {
    number: estimate.number,
    stamp: estimate.status === 'draft' ? 'Draft' : null,
    issued: estimate.sentAt,
    due: null,
    validUntil: estimate.validUntil,
    from: sellerLines(estimate.seller, org),
    to: buyerLines(estimate.buyer),
    ...pickTexts(estimate),
    currency: estimate.currency,
    vatRateBps,
    vatReasons: estimate.vatReasons ?? [],
    totals: { ...estimate, rates: totals.rates },
    lines: toLines(
      lineItems,
      totals.lines.map(({ netCents }) => netCents),
    ),
  }
}

interface EstimateViewProps {
  readonly estimate: ShownEstimate
  readonly view: EstimatesSearch['view']
  readonly onView: (view: EstimatesSearch['view']) => void
}

export function EstimateView({ estimate, view, onView }: EstimateViewProps) {
  const { org } = useMe()
  const sheet = toEstimateSheet(estimate, org?.name ?? '')
  return (
    <div className={classes.view}>
      <div>
        {estimate.status === 'draft' ? (
          <InvoiceDocument sheet={sheet} label="Document" />
        ) : (
          <DocumentViews
            sheet={sheet}
            pdf={`${apiOrigin}/api/estimates/${estimate.id}/pdf`}
            name={estimate.number ?? 'Estimate'}
            version={estimate.updatedAt}
            view={view}
            onView={onView}
          />
        )}
      </div>
      <aside className="column fields" aria-label="About the estimate">
        <EstimateFacts estimate={estimate} />
        <h2 className="title" style={{ marginTop: 8 }}>
          Timeline
        </h2>
        <EstimateTimeline id={estimate.id} />
      </aside>
    </div>
  )
}

function EstimateFacts({ estimate }: { estimate: Estimate }) {
  const { amount, day } = useMoney()
  const { customerId, sentAt, validUntil, acceptedAt, declinedAt, publicUrl } = estimate
  return (
    <Facts
      facts={{
        Total: (
          <Box className="bold figures" component="span" display="block" fz={22}>
            {amount(estimate.totalAmountCents, estimate.currency)}
          </Box>
        ),
        Status: <EstimateStatus status={estimate.status} />,
        Customer: (
          <Link to="/customers/{-$id}" params={{ id: customerId }} className="link">
            {estimate.buyer?.name ?? 'Open'}
          </Link>
        ),
        Sent: sentAt && <When at={sentAt} />,
        'Valid until': validUntil && day(validUntil),
        'Accepted by': estimate.acceptedBy,
        Accepted: acceptedAt && <When at={acceptedAt} />,
        Declined: declinedAt && <When at={declinedAt} />,
        Reason: estimate.declineReason,
        'Customer’s page': publicUrl && (
          <a href={publicUrl} target="_blank" rel="noreferrer" className="link">
            Open <IconExternalLink size={12} aria-label="in a new tab" />
          </a>
        ),
      }}
    />
  )
}
