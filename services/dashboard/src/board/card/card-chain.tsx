import {
  type Card,
  implementCard,
  readCardAloud,
  startNextAction,
  startProcess,
} from '@atrium/contracts'
import { Button, Group, Loader, Stack } from '@mantine/core'
import {
  IconAlertTriangle,
  IconPlayerStop,
  IconSparkles,
  IconTerminal2,
  IconVolume,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { atrium } from '../../platform/connection/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { When } from '../../ui/when.tsx'
import classes from '../board.module.css'
import { stopChainMutation } from '../board-queries.ts'
import { cardQuery } from '../shown-cards.ts'
import { readFailure } from './card-details.tsx'
import { canImplement, chainsQuery, type FailedChain } from './chain-runs.ts'

const enrichments: Readonly<Partial<Record<Card['kind'], string>>> = {
  link: 'Read the page',
  contact: 'Look up the person',
}

function useStart(
  card: Card,
  operation:
    | typeof startProcess
    | typeof startNextAction
    | typeof implementCard
    | typeof readCardAloud,
) {
  const queryClient = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: () => atrium.call(operation, { params: { id: card.id } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(chainsQuery(card)),
        queryClient.invalidateQueries(cardQuery(card.id)),
      ]),
    onError: toastRefusal(),
  })
  return { loading: isPending, onClick: () => mutate() }
}

/**
 * Shows a card's running chain with a stop button. Otherwise shows how the last one failed, and
 * buttons that start a chain.
 */
export function CardChain({ card }: { card: Card }) {
  const { data: chains } = useQuery(chainsQuery(card))
  const stop = useMutation({ ...stopChainMutation(useQueryClient()), onError: toastRefusal() })
  const enrich = useStart(card, startProcess)
  const propose = useStart(card, startNextAction)
  const implement = useStart(card, implementCard)
  const aloud = useStart(card, readCardAloud)
  const { running, failed } = chains ?? {}
  if (running === undefined) {
    const enrichment = enrichments[card.kind]
    if (card.status === 'archived') return null
    // The card's details already show why a failed card failed, behind the name of the step.
    const shown = card.status === 'failed' ? readFailure(card) : undefined
    const isShown = failed?.error != null && shown?.endsWith(failed.error) === true
    return (
      <Stack gap={8}>
        {failed !== undefined && <ChainFailure {...failed} error={isShown ? null : failed.error} />}
        <Group gap={8}>
          {canImplement(card) && (
            <BusyButton
              variant="default"
              leftSection={<IconTerminal2 size={16} aria-hidden />}
              title="An agent on your computer works on this card"
              {...implement}
            >
              Give to an agent
            </BusyButton>
          )}
          {enrichment !== undefined && (
            <BusyButton variant="default" {...enrich}>
              {enrichment}
            </BusyButton>
          )}
          {card.kind === 'contact' && (
            <BusyButton
              variant="default"
              leftSection={<IconSparkles size={16} aria-hidden />}
              {...propose}
            >
              Propose the next action
            </BusyButton>
          )}
          <BusyButton
            variant="default"
            leftSection={<IconVolume size={16} aria-hidden />}
            title="Creates an audio file of the title and text and uses your credits"
            {...aloud}
          >
            Read aloud
          </BusyButton>
        </Group>
      </Stack>
    )
  }
  return (
    <div className={`sunken line ${classes.chain}`} role="status">
      <Loader size={16} aria-hidden />
      <span className={classes.chainText}>
        {running.words}, since <When at={running.since} />
      </span>
      {running.canStop && (
        <BusyButton
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          loading={stop.isPending}
          onClick={() => stop.mutate(card.id)}
        >
          Stop
        </BusyButton>
      )}
    </div>
  )
}

const ChainFailure = ({ words, error, fix }: FailedChain) => (
  <div className={`sunken line ${classes.chain}`} role="status" data-failed>
    <IconAlertTriangle size={16} aria-hidden />
    <span className={classes.chainText}>
      <strong>{words}</strong>
      {error !== null && <span>{error}</span>}
    </span>
    {fix !== null && (
      <Button component={Link} to={fix.href} size="compact-sm" variant="default">
        {fix.label}
      </Button>
    )}
  </div>
)
