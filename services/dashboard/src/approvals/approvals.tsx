import type { Approval } from '@atrium/contracts'
import { Box, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconThumbUp } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../ui/page/empty.tsx'
import { ShowMore } from '../ui/page/show-more.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { When } from '../ui/when.tsx'
import { ApprovalBadge } from './approval-badge.tsx'
import { approvalsQuery, decideMutation } from './approval-queries.ts'
import { DecisionForm } from './decision-form.tsx'
import { Question } from './question.tsx'

/** Lists the questions to the user and those of the user's own workflows. */
export function Approvals({ all, onShow }: { all: boolean; onShow: (all: boolean) => void }) {
  const query = useInfiniteQuery(approvalsQuery(all ? undefined : 'pending'))
  return (
    <>
      <SegmentedControl
        mb={16}
        aria-label="Questions"
        value={all ? 'all' : 'open'}
        onChange={(value) => onShow(value === 'all')}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'all', label: 'All' },
        ]}
      />
      {query.data === undefined ? (
        <Waiting query={query}>
          {[1, 2].map((row) => (
            <Skeleton key={row} h={180} mb={12} radius="lg" />
          ))}
        </Waiting>
      ) : (
        <Questions approvals={query.data.pages.flatMap(({ items }) => items)} all={all} />
      )}
      <ShowMore query={query} mt={16} />
    </>
  )
}

function Questions({ approvals, all }: { approvals: readonly Approval[]; all: boolean }) {
  if (approvals.length === 0) {
    return (
      <Empty icon={IconThumbUp} title={all ? 'No questions yet' : 'No open questions'}>
        A workflow with the step “Ask for approval” asks here, and by mail, before it continues.
      </Empty>
    )
  }
  return (
    <Box
      component="ul"
      display="grid"
      m={0}
      p={0}
      style={{ gap: 12, listStyle: 'none' }}
      aria-label="Approvals"
    >
      {approvals.map((approval) => (
        <li key={approval.id}>
          <ApprovalCard approval={approval} />
        </li>
      ))}
    </Box>
  )
}

function ApprovalCard({ approval }: { approval: Approval }) {
  const deciding = useMutation(decideMutation(useQueryClient(), approval.id))
  const { workflowId, workflowName, runId, status, expiresAt, mayDecide, to } = approval
  return (
    <Box className="raised" component="article" p={16}>
      <Group gap="8px 12px" mb={12}>
        {workflowName === '' ? (
          <span className="muted">Deleted workflow</span>
        ) : (
          <Link
            to="/workflows/$id"
            params={{ id: workflowId }}
            search={{ run: runId }}
            className="link clipped"
            dir="auto"
          >
            {workflowName}
          </Link>
        )}
        <ApprovalBadge status={status} />
        <span className="quiet">
          {status === 'pending' ? 'expires ' : ''}
          <When at={approval.approval?.at ?? expiresAt} />
        </span>
      </Group>
      <Question {...approval} />
      {mayDecide && (
        <DecisionForm
          error={deciding.error}
          pending={deciding.isPending}
          onDecide={(wish) => deciding.mutate(wish)}
        />
      )}
      {!mayDecide && status === 'pending' && <p className="quiet">Waits for {to}</p>}
      <Decided {...approval} />
    </Box>
  )
}

function Decided({ approval, status }: Approval) {
  if (approval === null) return null
  return (
    <p className="quiet preserved" dir="auto">
      {status === 'approved' ? 'Approved' : 'Declined'} by {approval.by.name}
      {approval.note !== null && `: ${approval.note}`}
    </p>
  )
}
