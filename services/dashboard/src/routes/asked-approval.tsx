import { AtriumError } from '@atrium/sdk'
import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { askedApprovalQuery, decideAsked, type Wish } from '../approvals/approval-queries.ts'
import { AskedFrame, brandColor } from '../approvals/asked-frame.tsx'
import { askedWords, browserLanguage } from '../approvals/asked-words.ts'
import { DecisionForm } from '../approvals/decision-form.tsx'
import { Question } from '../approvals/question.tsx'
import { useStanding } from '../platform/records/queries.ts'
import { Problem } from '../ui/feedback/problem.tsx'

const route = getRouteApi('/approvals/$id')

const formatMoment = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(new Date(at))

/** Opens a question with the link from a mail. Opening the page decides nothing. */
export function AskedApprovalPage() {
  const { id } = route.useParams()
  const { token = '' } = route.useSearch()
  const query = useQuery({ ...askedApprovalQuery(id, token), retry: false })
  const deciding = useMutation({ mutationFn: (wish: Wish) => decideAsked(id, token, wish) })
  const asked = deciding.data ?? query.data
  const { error, isPending } = useStanding({ data: asked, error: query.error })
  if (isPending) {
    return (
      <AskedFrame title="…" language="en">
        <Skeleton h={320} />
      </AskedFrame>
    )
  }
  if (asked === undefined) return <Closed error={error} onRetry={query.refetch} />
  const { organisation } = asked
  const { language } = organisation
  const words = askedWords[language]
  if (deciding.data !== undefined) {
    const title = deciding.data.status === 'approved' ? words.approved : words.declined
    return (
      <AskedFrame
        title={title}
        organisation={organisation}
        language={language}
        lead={words.continues}
      >
        <p className="flush" role="status">
          {words.thanks}
        </p>
      </AskedFrame>
    )
  }
  return (
    <AskedFrame
      title={words.title}
      organisation={organisation}
      language={language}
      lead={words.until.replace('{when}', () => formatMoment(asked.expiresAt, language))}
    >
      <Question {...asked} words={words} />
      <DecisionForm
        words={words}
        color={brandColor(organisation)}
        error={deciding.error}
        pending={deciding.isPending}
        onDecide={(wish) => deciding.mutate(wish)}
      />
    </AskedFrame>
  )
}

/** Names no organisation, because a wrong link must tell nothing about the question. */
function Closed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const language = browserLanguage(navigator.languages)
  const words = askedWords[language]
  const isDecided = error instanceof AtriumError && error.code === 'already_decided'
  const isGone = error instanceof AtriumError && error.status === 404
  const title = isDecided ? words.decided : isGone ? words.closed : words.title
  return (
    <AskedFrame title={title} language={language}>
      {isDecided || isGone ? (
        <>
          <p role="status" style={{ marginTop: 0 }}>
            {isDecided ? words.decidedText : words.closedText}
          </p>
          <Link to="/approvals" className="link">
            {words.open}
          </Link>
        </>
      ) : (
        <Problem error={error} onRetry={() => void onRetry()} />
      )}
    </AskedFrame>
  )
}
