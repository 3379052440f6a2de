import { openShop } from '../../money/open-shop.ts'
import type { ExampleStep } from './example-step.ts'
import { spendCredits, submitAtProcessor } from './money-states.ts'

/** An organisation's plan and a user's credits. */
export const planExamples: readonly ExampleStep[] = [
  { operation: 'checkoutEntitlement', before: openShop },
  { operation: 'endEntitlementCheckout' },
  { operation: 'checkoutEntitlement', name: 'planPage', body: { offerSlug: 'pro' } },
  { operation: 'checkoutCredits' },
  {
    operation: 'getEntitlementGate',
    before: async (platform, seen) => {
      for (const page of ['planPage', 'checkoutCredits']) {
        const buyer = { email: seen.text('owner.email'), name: 'Example Bakery' }
        await submitAtProcessor(platform, seen.text(`${page}.url`), buyer)
      }
    },
  },
  { operation: 'openBillingPortal' },
  { operation: 'grantPermanentEntitlement' },
  { operation: 'getCredits', before: spendCredits },
  { operation: 'getCreditSpend' },
  { operation: 'estimateCredits' },
  { operation: 'putCreditLimits' },
  { operation: 'getCreditLimits' },
]
