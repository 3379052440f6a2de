import { useInfiniteQuery } from '@tanstack/react-query'
import { amountLabel } from '../../money/amounts/amount.ts'
import { offerPrice } from '../../money/amounts/offer-price.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { When } from '../../ui/when.tsx'
import { RecordSection, Row, Section, WaitingRows } from '../section.tsx'
import { creditsQuery, topupMutation } from './billing-queries.ts'
import { useCheckout } from './use-checkout.ts'

const kinds = { topup: 'Top-up', grant: 'Grant', usage: 'Usage', refund: 'Refund' } as const
const signed = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

export function Credits() {
  const query = useInfiniteQuery(creditsQuery)
  const buy = useCheckout(topupMutation)
  const first = query.data?.pages[0]
  const entries = query.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  return (
    <>
      <Section title="Your credits" lead="Atrium’s AI models and speech use your credits.">
        <WaitingRows query={query} />
        {first !== undefined && (
          <Row
            label={<>{first.balance.toLocaleString()} credits</>}
            hint={
              first.reserved > 0 &&
              `${first.reserved.toLocaleString()} are reserved for running calls`
            }
            more={
              !first.metered && <span className="quiet">Atrium does not charge credits here.</span>
            }
          />
        )}
        {first?.topups.map((offer) => (
          <Row key={offer.slug} label={offer.name} hint={offerPrice(offer, amountLabel)}>
            <BusyButton
              size="xs"
              loading={buy.isPending && buy.variables === offer.slug}
              onClick={() => buy.mutate(offer.slug)}
            >
              Top up
            </BusyButton>
          </Row>
        ))}
      </Section>
      {first !== undefined && (
        <RecordSection
          title="History of your credits"
          query={query}
          records={entries}
          empty="No credits bought or used yet."
          more="Show more"
          row={({ id, kind, credits, balance, description, createdAt }) => (
            <Row
              key={id}
              label={
                <>
                  {kinds[kind]}: {signed.format(credits)}
                </>
              }
              hint={
                <>
                  {description} · <When at={createdAt} /> · balance {balance.toLocaleString()}
                </>
              }
            />
          )}
        />
      )}
    </>
  )
}
