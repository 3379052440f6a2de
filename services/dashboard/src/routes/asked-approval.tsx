import { AtriumError } from '@atrium/sdk'
import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { askedApprovalQuery, decideAsked, type Wish } from '../approvals/approval-queries.ts'
import { DecisionForm } from '../approvals/decision-form.tsx'
import { Question } from '../approvals/question.tsx'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { Problem } from '../ui/feedback/problem.tsx'
import { When } from '../ui/when.tsx'

const route = getRouteApi('/entrance/approvals/$id')

/** Opens a question with the link from a mail. Opening the page decides nothing. */
export function AskedApprovalPage() {
  const { id } = route.useParams()
  const { token = '' } = route.useSearch()
  const query = useQuery({ ...askedApprovalQuery(id, token), retry: false })
  const deciding = useMutation({ mutationFn: (wish: Wish) => decideAsked(id, token, wish) })
  const asked = query.data
  if (deciding.data !== undefined) {
    const isApproved = deciding.data.status === 'approved'
    return (
      <EntranceCard title={isApproved ? 'Approved' : 'Declined'} lead="The workflow continues.">
        <p className="flush" role="status">
          Thank you. You can close this page.
        </p>
      </EntranceCard>
    )
  }
  if (query.isPending) return <Skeleton h={320} />
  if (asked === undefined) return <Closed error={query.error} onRetry={query.refetch} />
  return (
    <EntranceCard
      title="Your decision is needed"
      lead={
        <>
          <span dir="auto">{asked.workflowName}</span> · expires <When at={asked.expiresAt} />
        </>
      }
    >
      <Question {...asked} />
      <DecisionForm
        error={deciding.error}
        pending={deciding.isPending}
        onDecide={(wish) => deciding.mutate(wish)}
      />
    </EntranceCard>
  )
}

function Closed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const isDecided = error instanceof AtriumError && error.code === 'already_decided'
  const isGone = error instanceof AtriumError && error.status === 404
  if (!isDecided && !isGone) return <Problem error={error} onRetry={() => void onRetry()} />
  return (
    <EntranceCard
      title={isDecided ? 'Already decided' : 'This question is closed'}
      foot={<Link to="/approvals">Open the approvals in Atrium</Link>}
    >
      <p className="flush" role="status">
        {isDecided
          ? 'Somebody has already used this link, or the question has expired.'
          : 'The link is not complete, or the run was cancelled and no longer waits.'}
      </p>
    </EntranceCard>
  )
}
