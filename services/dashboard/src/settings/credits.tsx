import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import frame from '../ui/frame.module.css'
import { detailOf, Problem } from '../ui/problem.tsx'
import shapes from '../ui/shapes.module.css'
import { toast } from '../ui/toast.ts'
import { When } from '../ui/when.tsx'
import { creditsQuery, topupMutation } from './billing-queries.ts'
import { priceLabel } from './price-label.ts'
import { Section } from './section.tsx'

const kinds = { topup: 'Top-up', grant: 'Grant', usage: 'Usage', refund: 'Refund' } as const
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

/** The person's balance, the top-ups on sale, and every entry. */
export function Credits() {
  const query = useInfiniteQuery(creditsQuery)
  const buy = useMutation({
    ...topupMutation,
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast(detailOf(error), { tone: 'bad' }),
  })
  const first = query.data?.pages[0]
  const entries = query.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  return (
    <>
      <Section
        title="Your credits"
        lead="Managed models and speech are paid with the credits of their person."
      >
        {query.isPending && (
          <div className={frame.row}>
            <Skeleton h={36} />
          </div>
        )}
        {query.isError && query.data === undefined && (
          <Problem error={query.error} onRetry={() => void query.refetch()} />
        )}
        {first !== undefined && (
          <div className={frame.row}>
            <span className={shapes.words}>
              <span className={shapes.strong}>{first.balance.toLocaleString()} credits</span>
              {first.reserved > 0 && (
                <span className={shapes.quiet}>
                  {first.reserved.toLocaleString()} are held by running calls
                </span>
              )}
              {!first.metered && <span className={shapes.quiet}>Nothing is charged on this platform.</span>}
            </span>
          </div>
        )}
        {first?.topups.map((offer) => (
          <div key={offer.slug} className={frame.row}>
            <span className={shapes.words}>
              <span className={shapes.strong}>{offer.name}</span>
              <span className={shapes.quiet}>{priceLabel(offer)}</span>
            </span>
            <Button
              size="xs"
              loading={buy.isPending && buy.variables === offer.slug}
              onClick={() => buy.mutate(offer.slug)}
            >
              Top up
            </Button>
          </div>
        ))}
      </Section>
      {first !== undefined && (
        <Section title="History of your credits">
          {entries.length === 0 && (
            <div className={frame.row}>
              <span className={shapes.quiet}>No credits were bought or used yet.</span>
            </div>
          )}
          {entries.map(({ id, kind, credits, balance, description, createdAt }) => (
            <div key={id} className={frame.row}>
              <span className={shapes.words}>
                <span className={shapes.strong}>
                  {kinds[kind]}: {signed.format(credits)}
                </span>
                <span className={shapes.quiet}>
                  {description} · <When at={createdAt} /> · balance {balance.toLocaleString()}
                </span>
              </span>
            </div>
          ))}
          {query.hasNextPage && (
            <div className={frame.row}>
              <Button
                variant="default"
                size="xs"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )}
        </Section>
      )}
    </>
  )
}
