import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { AssetsSearch } from '../assets/assets-search.ts'
import { BoardSearch } from '../board/board-search.ts'
import { ChannelsSearch } from '../channels/channels-search.ts'
import { InvoicesSearch } from '../invoices/invoices-search.ts'
import { ListSearch } from '../money/list-search.ts'
import { sessionGate } from '../platform/api.ts'
import { leadOn } from '../platform/lead-on.ts'
import { late, page } from '../platform/load-page.ts'
import { meQuery } from '../platform/me.ts'
import { queryClient } from '../platform/query-client.ts'
import { PostsSearch } from '../posts/posts-search.ts'
import { SkillSearch, SkillsSearch } from '../skills/skills-search.ts'
import { PageProblem } from '../ui/problem.tsx'
import { CanvasSearch, WorkflowsSearch } from '../workflows/workflows-search.ts'
import { PageSkeleton } from './page-skeleton.tsx'

const text = z.string().optional().catch(undefined)
// An address of this application alone: another origin could take the place of the page after the sign-in.
const Next = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined)

const SignInAgain = late(async () => (await import('./sign-in-again.tsx')).SignInAgain)

function Root() {
  const ended = useSyncExternalStore(sessionGate.subscribe, sessionGate.isWaiting)
  const [everEnded, setEverEnded] = useState(false)
  if (ended && !everEnded) setEverEnded(true)
  return (
    <>
      <Outlet />
      <Suspense>{everEnded && <SignInAgain />}</Suspense>
    </>
  )
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: page(() => import('../ui/not-found.tsx'), 'NotFoundPage'),
})

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: page(() => import('../identity/entrance.tsx'), 'Entrance'),
})

const signIn = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-in',
  validateSearch: z.object({ next: Next, error: text }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
  component: page(() => import('../routes/sign-in.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-up',
  validateSearch: z.object({ next: Next, email: text }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
  component: page(() => import('../routes/sign-up.tsx'), 'SignUpPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/forgot-password',
  component: page(() => import('../routes/forgot-password.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/reset-password',
  validateSearch: z.object({ token: text, error: text }),
  component: page(() => import('../routes/reset-password.tsx'), 'ResetPasswordPage'),
})
const acceptInvitation = createRoute({
  getParentRoute: () => entrance,
  path: '/accept-invitation',
  validateSearch: z.object({ id: text }),
  component: page(() => import('../routes/accept-invitation.tsx'), 'AcceptInvitationPage'),
})
const counter = createRoute({
  getParentRoute: () => root,
  id: 'counter',
  component: page(() => import('../identity/entrance.tsx'), 'Counter'),
})
const publicOffer = createRoute({
  getParentRoute: () => counter,
  path: '/offer/$org/$slug',
  component: page(() => import('../routes/public-offer.tsx'), 'PublicOfferPage'),
})
const publicHappening = createRoute({
  getParentRoute: () => entrance,
  path: '/happening/$org/$slug',
  component: page(() => import('../routes/public-happening.tsx'), 'PublicHappeningPage'),
})
// Mails with tickets lead here.
const heldTicket = createRoute({
  getParentRoute: () => entrance,
  path: '/ticket/$code',
  component: page(() => import('../routes/public-happening.tsx'), 'HeldTicketPage'),
})
// The payment processor leads buyers back here.
const checkout = createRoute({
  getParentRoute: () => entrance,
  path: '/checkout',
  validateSearch: z.object({ result: text }),
  component: page(() => import('../routes/public-offer.tsx'), 'CheckoutPage'),
})
const createOrganisation = createRoute({
  getParentRoute: () => entrance,
  path: '/create-organisation',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: page(() => import('../routes/create-organisation.tsx'), 'CreateOrganisationPage'),
})

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    if (me.org === null) throw redirect({ to: '/create-organisation' })
  },
  component: page(() => import('./shell/shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: page(() => import('../routes/home.tsx'), 'HomePage'),
})
const board = createRoute({
  getParentRoute: () => inside,
  path: '/board',
  validateSearch: BoardSearch,
  component: page(() => import('../routes/board.tsx'), 'BoardPage'),
})
const posts = createRoute({
  getParentRoute: () => inside,
  path: '/posts',
  validateSearch: PostsSearch,
  component: page(() => import('../routes/posts.tsx'), 'PostsPage'),
})
// The platform names a post by this address.
const onePost = createRoute({
  getParentRoute: () => inside,
  path: '/posts/$id',
  beforeLoad: ({ params: { id } }) => {
    throw redirect({ to: '/posts', search: { post: id }, replace: true })
  },
})
const channels = createRoute({
  getParentRoute: () => inside,
  path: '/channels',
  validateSearch: ChannelsSearch,
  component: page(() => import('../routes/channels.tsx'), 'ChannelsPage'),
})
const assets = createRoute({
  getParentRoute: () => inside,
  path: '/assets',
  validateSearch: AssetsSearch,
  component: page(() => import('../routes/assets.tsx'), 'AssetsPage'),
})
const skills = createRoute({
  getParentRoute: () => inside,
  path: '/skills',
  validateSearch: SkillsSearch,
  component: page(() => import('../routes/skills.tsx'), 'SkillsPage'),
})
const newSkill = createRoute({
  getParentRoute: () => inside,
  path: '/skills/new',
  component: page(() => import('../routes/new-skill.tsx'), 'NewSkillPage'),
})
const skill = createRoute({
  getParentRoute: () => inside,
  path: '/skills/$id',
  validateSearch: SkillSearch,
  component: page(() => import('../routes/skill.tsx'), 'SkillPage'),
})
const sites = createRoute({
  getParentRoute: () => inside,
  path: '/sites',
  validateSearch: z.object({ create: text }),
  component: page(() => import('../routes/sites.tsx'), 'SitesPage'),
})
const site = createRoute({
  getParentRoute: () => inside,
  path: '/sites/$id',
  component: page(() => import('../routes/site.tsx'), 'SitePage'),
})
const templates = createRoute({
  getParentRoute: () => inside,
  path: '/sites/templates/{-$id}',
  component: page(() => import('../routes/templates.tsx'), 'TemplatesPage'),
})
// One route for the list and the pages of a feature: each address costs every other page bytes.
const invoices = createRoute({
  getParentRoute: () => inside,
  path: '/invoices/{-$id}',
  validateSearch: InvoicesSearch,
  component: page(() => import('../routes/invoices.tsx'), 'InvoicesPage'),
})
const customers = createRoute({
  getParentRoute: () => inside,
  path: '/customers/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/customers.tsx'), 'CustomersPage'),
})
const offers = createRoute({
  getParentRoute: () => inside,
  path: '/offers/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/offers.tsx'), 'OffersPage'),
})
const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/schedules/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/schedules.tsx'), 'SchedulesPage'),
})
const happenings = createRoute({
  getParentRoute: () => inside,
  path: '/happenings/{-$id}',
  validateSearch: ListSearch,
  component: page(() => import('../routes/happenings.tsx'), 'HappeningsPage'),
})
const accounting = createRoute({
  getParentRoute: () => inside,
  path: '/accounting',
  component: page(() => import('../routes/accounting.tsx'), 'AccountingPage'),
})
const operator = createRoute({
  getParentRoute: () => inside,
  path: '/operator',
  component: page(() => import('../routes/operator.tsx'), 'OperatorPage'),
})
const workflows = createRoute({
  getParentRoute: () => inside,
  path: '/workflows',
  validateSearch: WorkflowsSearch,
  component: page(() => import('../routes/workflows.tsx'), 'WorkflowsPage'),
})
const workflowTemplates = createRoute({
  getParentRoute: () => inside,
  path: '/workflows/templates',
  component: page(() => import('../routes/workflow-templates.tsx'), 'WorkflowTemplatesPage'),
})
const workflow = createRoute({
  getParentRoute: () => inside,
  path: '/workflows/$id',
  validateSearch: CanvasSearch,
  component: page(() => import('../routes/workflow.tsx'), 'WorkflowPage'),
})
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings/{-$page}',
  validateSearch: z.object({ endpoint: text, status: text }),
  component: page(() => import('../routes/settings.tsx'), 'SettingsPage'),
})

const routeTree = root.addChildren([
  entrance.addChildren([
    signIn,
    signUp,
    forgotPassword,
    resetPassword,
    acceptInvitation,
    publicHappening,
    heldTicket,
    checkout,
    createOrganisation,
  ]),
  counter.addChildren([publicOffer]),
  inside.addChildren([
    home,
    board,
    posts,
    onePost,
    workflows,
    workflowTemplates,
    workflow,
    assets,
    channels,
    skills,
    newSkill,
    skill,
    sites,
    site,
    templates,
    invoices,
    customers,
    offers,
    schedules,
    happenings,
    accounting,
    operator,
    settings,
  ]),
])

/** The pages of the application by their addresses; each is loaded with its first visit. */
export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageProblem,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
