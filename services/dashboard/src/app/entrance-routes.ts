import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { leadOn } from '../platform/lead-on.ts'
import { type PageModule, page } from '../platform/load-page.ts'
import { requireOrg, requirePerson } from './inside-route.ts'
import { optionalText } from './optional-text.ts'
import { root } from './root-route.tsx'

// An address of this application alone: another origin could take the place of the page after the sign-in.
const Next = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined)

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: page(() => import('../identity/entrance.tsx'), 'Entrance'),
})

const at = <const P extends string, M extends PageModule, K extends keyof M & string>(
  path: P,
  importer: () => Promise<M>,
  name: K,
) => ({ getParentRoute: () => entrance, path, component: page(importer, name) })

const signIn = createRoute({
  ...at('/sign-in', () => import('../routes/sign-in.tsx'), 'SignInPage'),
  validateSearch: z.object({ next: Next, error: optionalText }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
})
const signUp = createRoute({
  ...at('/sign-up', () => import('../routes/sign-up.tsx'), 'SignUpPage'),
  validateSearch: z.object({ next: Next, email: optionalText }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
})
const forgotPassword = createRoute(
  at('/forgot-password', () => import('../routes/forgot-password.tsx'), 'ForgotPasswordPage'),
)
const resetPassword = createRoute({
  ...at('/reset-password', () => import('../routes/reset-password.tsx'), 'ResetPasswordPage'),
  validateSearch: z.object({ token: optionalText, error: optionalText }),
})
const acceptInvitation = createRoute({
  ...at('/accept-invitation', () => import('../routes/accept-invitation.tsx'), 'AcceptInvitationPage'),
  validateSearch: z.object({ id: optionalText }),
})
// Read before the router writes the address anew: the signature is over the query as it came.
const arrived = window.location.search.slice(1)
const consent = createRoute({
  ...at('/consent', () => import('../routes/consent.tsx'), 'ConsentPage'),
  validateSearch: z.object({ request: optionalText }),
  beforeLoad: ({ search }) => {
    if (search.request === undefined && arrived.includes('sig=')) {
      throw redirect({ to: '/consent', search: { request: arrived }, replace: true })
    }
  },
})
const counter = createRoute({
  getParentRoute: () => root,
  id: 'counter',
  component: page(() => import('../identity/entrance.tsx'), 'Counter'),
})
const publicOffer = createRoute({
  getParentRoute: () => counter,
  path: '/offer/$org/$slug',
  validateSearch: z.object({ result: optionalText }),
  component: page(() => import('../routes/public-offer.tsx'), 'PublicOfferPage'),
})
const publicHappening = createRoute({
  getParentRoute: () => counter,
  path: '/happening/$org/$slug',
  component: page(() => import('../routes/public-happening.tsx'), 'PublicHappeningPage'),
})
// Mails with tickets lead here.
const heldTicket = createRoute(
  at('/ticket/$code', () => import('../routes/public-happening.tsx'), 'HeldTicketPage'),
)
// Mails about waiting lists lead here.
const waitingPerson = createRoute(
  at('/waiting/$code', () => import('../routes/public-happening.tsx'), 'WaitingPersonPage'),
)
// The payment processor leads buyers back here.
const checkout = createRoute({
  ...at('/checkout', () => import('../routes/public-offer.tsx'), 'CheckoutPage'),
  validateSearch: z.object({ result: optionalText }),
})
const createOrganisation = createRoute({
  ...at('/create-organisation', () => import('../routes/create-organisation.tsx'), 'CreateOrganisationPage'),
  beforeLoad: async (entered) => void (await requirePerson(entered)),
})

// `atrium login` leads here.
const connectComputer = createRoute({
  ...at('/connect-computer', () => import('../routes/connect-computer.tsx'), 'ConnectComputerPage'),
  validateSearch: z.object({
    key: optionalText,
    name: optionalText,
    port: z.coerce.number().optional().catch(undefined),
  }),
  beforeLoad: requireOrg,
})

/** The pages without a session, and those on the way into one. */
export const entranceRoutes = entrance.addChildren([
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  acceptInvitation,
  consent,
  heldTicket,
  waitingPerson,
  checkout,
  createOrganisation,
  connectComputer,
])

/** The public pages of offers and happenings. */
export const counterRoutes = counter.addChildren([publicOffer, publicHappening])
