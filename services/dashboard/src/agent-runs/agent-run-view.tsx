import type { AgentRun, TranscriptLimit } from '@atrium/contracts'
import { Group, NativeSelect } from '@mantine/core'
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../ui/busy-button.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { When } from '../ui/when.tsx'
import { AgentRunBadge } from './agent-run-badge.tsx'
import { cancelMutation, requeueMutation } from './agent-run-queries.ts'
import classes from './agent-runs.module.css'
import { LiveTranscript, PastTranscript } from './live-transcript.tsx'

const refused = { onError: toastRefusal() }

interface AgentRunViewProps {
  readonly run: AgentRun
  readonly attempt: number | undefined
  readonly onAttempt: (attempt: number | undefined) => void
}

export function AgentRunView({ run, attempt, onAttempt }: AgentRunViewProps) {
  const queryClient = useQueryClient()
  const cancel = useMutation({ ...cancelMutation(queryClient), ...refused })
  const requeue = useMutation({ ...requeueMutation(queryClient), ...refused })
  const isGoing = run.finishedAt === null
  const shown = attempt === undefined || attempt >= run.attempt ? undefined : attempt
  return (
    <>
      <Group gap={8} mb={16}>
        <AgentRunBadge {...run} />
        {isGoing && !run.cancelRequested && (
          <BusyButton
            size="compact-sm"
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.id)}
          >
            Cancel
          </BusyButton>
        )}
        {run.status === 'lost' && (
          <BusyButton
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={requeue.isPending}
            onClick={() => requeue.mutate(run.id)}
          >
            Queue again
          </BusyButton>
        )}
        {run.attempt > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Attempt"
            data={Array.from({ length: run.attempt }, (_, n) => ({
              value: String(n + 1),
              label: `Attempt ${n + 1}`,
            }))}
            value={String(shown ?? run.attempt)}
            onChange={({ currentTarget: { value } }) =>
              onAttempt(Number(value) === run.attempt ? undefined : Number(value))
            }
          />
        )}
      </Group>
      <Facts run={run} />
      {run.status === 'lost' && (
        <p className="sunken note preserved">
          The agent stopped responding, so its progress is unknown. Look at its folder before you
          queue the task again.
        </p>
      )}
      {run.error !== null && run.status !== 'lost' && (
        <p className="sunken note preserved" dir="auto">
          {run.error}
        </p>
      )}
      {shown === undefined && run.transcriptCut != null && (
        <p className="sunken note preserved">{cutBy[run.transcriptCut]}</p>
      )}
      {shown === undefined ? (
        <LiveTranscript key={run.attempt} id={run.id} live={isGoing} />
      ) : (
        <PastTranscript key={shown} id={run.id} attempt={shown} />
      )}
    </>
  )
}

const commandContinues = 'This does not stop the command itself.'
const cutBy: Readonly<Record<TranscriptLimit, string>> = {
  attempt: `Later lines are missing because the transcript of one task holds at most 100 MB. ${commandContinues}`,
  person: `Later lines are missing because your transcripts have reached their limit. Old transcripts are deleted over time. ${commandContinues}`,
  organisation: `Later lines are missing because your organisation’s transcripts have reached their limit. Old transcripts are deleted over time. ${commandContinues}`,
}

function Facts({ run }: { run: AgentRun }) {
  const { agent, taskId, workspace, prompt, createdAt, startedAt, finishedAt } = run
  return (
    <dl className={`facts ${classes.facts}`}>
      <dt>Prompt</dt>
      <dd className="preserved" style={{ maxHeight: 160, overflow: 'auto' }} dir="auto">
        {prompt}
      </dd>
      {taskId !== null && (
        <>
          <dt>Card</dt>
          <dd>
            <Link to="/board" search={{ card: taskId }}>
              Open the card
            </Link>
          </dd>
        </>
      )}
      <dt>Agent</dt>
      <dd>
        {agent === null
          ? workspace === null
            ? 'Any of your agents'
            : `One with ${workspace}`
          : `${agent.name} on ${agent.host}`}
      </dd>
      <dt>Times</dt>
      <dd>
        Queued <When at={createdAt} />
        {startedAt !== null && (
          <>
            , started <When at={startedAt} />
          </>
        )}
        {finishedAt !== null && (
          <>
            , ended <When at={finishedAt} />
          </>
        )}
      </dd>
    </dl>
  )
}
