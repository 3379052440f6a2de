import { getRouteApi } from '@tanstack/react-router'
import { EntranceCard } from '../identity/entrance-card.tsx'

const route = getRouteApi('/entrance/checkout')

/** The payment processor redirects to this page. */
export function CheckoutPage() {
  const { result } = route.useSearch()
  return result === 'paid' ? (
    <EntranceCard title="Thank you">
      <p style={{ margin: 0 }}>Your payment is complete. We have mailed you a receipt.</p>
    </EntranceCard>
  ) : (
    <EntranceCard title="Nothing is paid">
      <p style={{ margin: 0 }}>You cancelled the payment. Open the product page to start again.</p>
    </EntranceCard>
  )
}
