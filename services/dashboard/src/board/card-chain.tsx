import { type Card, listRuns, type RunHeader, startNextAction, startProcess } from '@atrium/contracts'
import { Button, Group, Loader } from '@mantine/core'
import { IconPlayerStop, IconSparkles } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { detailOf } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import classes from './board.module.css'
import { stopChainMutation } from './board-queries.ts'
import { cardQuery } from './shown-cards.ts'

/** The chains whose runs belong to one card, by its kind (docs/reference/workflows.md, "One-off chains"). */
const chainsOf: Readonly<Partial<Record<Card['kind'], readonly (readonly [kind: string, words: string])[]>>> =
  {
    link: [['link-enrichment', 'The page is being read']],
    contact: [
      ['contact-enrichment', 'The contact is being looked up'],
      ['next-action', 'The next action is being prepared'],
    ],
  }

const enrichmentOf: Readonly<Partial<Record<Card['kind'], string>>> = {
  link: 'Read the page',
  contact: 'Look up the person',
}

interface ChainRun {
  readonly words: string
  readonly run: RunHeader
}

/** The runs of a card's chains that have not ended. */
const runningQuery = ({ id, kind }: Pick<Card, 'id' | 'kind'>) =>
  queryOptions({
    queryKey: ['cards', 'chains', id],
    queryFn: async ({ signal }): Promise<readonly ChainRun[]> => {
      const chains = (chainsOf[kind] ?? []).map(async ([chain, words]) => {
        const params = { id: `internal:${chain}:${id}` }
        const { items } = await atrium.call(listRuns, { params }, { signal })
        return items
          .filter(({ status }) => status === 'queued' || status === 'running')
          .map((run) => ({ words, run }))
      })
      return (await Promise.all(chains)).flat()
    },
  })

/** The chain that runs on a card, with its stop; else the starts of those that may run on its kind. */
export function CardChain({ card }: { card: Card }) {
  const queryClient = useQueryClient()
  const { data: running = [] } = useQuery({ ...runningQuery(card), enabled: card.kind in chainsOf })
  const onError = (error: unknown) => toast(detailOf(error), { tone: 'bad' })
  const stop = useMutation({ ...stopChainMutation(queryClient), onError })
  const started = () =>
    Promise.all([
      queryClient.invalidateQueries(runningQuery(card)),
      queryClient.invalidateQueries(cardQuery(card.id)),
    ])
  const params = { id: card.id }
  const enrich = useMutation({
    mutationFn: () => atrium.call(startProcess, { params }),
    onSuccess: started,
    onError,
  })
  const propose = useMutation({
    mutationFn: () => atrium.call(startNextAction, { params }),
    onSuccess: started,
    onError,
  })
  const [first] = running
  if (first === undefined) {
    const enrichment = enrichmentOf[card.kind]
    if (enrichment === undefined || card.status === 'archived') return null
    return (
      <Group gap={8}>
        <Button variant="default" loading={enrich.isPending} onClick={() => enrich.mutate()}>
          {enrichment}
        </Button>
        {card.kind === 'contact' && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} aria-hidden />}
            loading={propose.isPending}
            onClick={() => propose.mutate()}
          >
            Propose the next action
          </Button>
        )}
      </Group>
    )
  }
  return (
    <div className={classes.chain} role="status">
      <Loader size={16} aria-hidden />
      <span className={classes.chainText}>
        {first.words}, since <When at={first.run.startedAt ?? first.run.createdAt} />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        loading={stop.isPending}
        onClick={() => stop.mutate(card.id)}
      >
        Stop
      </Button>
    </div>
  )
}
