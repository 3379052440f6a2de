import { openShop } from '../../money/open-shop.ts'
import { type ExampleStep, from } from './example-step.ts'
import { spendCredits, submitAtProcessor } from './money-states.ts'

/** An organisation's plan and a user's credits. */
export const planExamples: readonly ExampleStep[] = [
  { operation: 'checkoutEntitlement', before: openShop, body: { offerSlug: 'pro' } },
  { operation: 'endEntitlementCheckout' },
  { operation: 'checkoutEntitlement', name: 'planPage', body: { offerSlug: 'pro' } },
  { operation: 'checkoutCredits', name: 'topupPage', body: { offerSlug: 'credits-10' } },
  {
    operation: 'getEntitlementGate',
    before: async (platform, seen) => {
      for (const page of ['planPage', 'topupPage']) {
        const buyer = { email: seen.text('owner.email'), name: 'Example Bakery' }
        await submitAtProcessor(platform, seen.text(`${page}.url`), buyer)
      }
    },
  },
  { operation: 'openBillingPortal' },
  { operation: 'grantPermanentEntitlement', as: 'operator', params: { orgId: from('org.id') } },
  { operation: 'getCredits', before: spendCredits, query: { limit: 10 } },
  { operation: 'getCreditSpend', query: { by: 'model', limit: 10 } },
  { operation: 'estimateCredits', query: { workflowId: from('workflow.id') } },
  {
    operation: 'putCreditLimits',
    body: { monthlyCredits: 5_000, workflowMonthlyCredits: 1_000, workflows: [] },
  },
  { operation: 'getCreditLimits' },
]
