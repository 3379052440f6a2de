import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { ApprovalsSearch } from '../approvals/approvals-search.ts'
import { AssetsSearch } from '../assets/assets-search.ts'
import { BoardSearch } from '../board/board-search.ts'
import { ChannelsSearch } from '../channels/channels-search.ts'
import { overviewQuery } from '../platform/records/overview.ts'
import { PostsSearch } from '../posts/posts-search.ts'
import { SkillSearch, SkillsSearch } from '../skills/skills-search.ts'
import { CanvasSearch, TemplatesSearch, WorkflowsSearch } from '../workflows/workflows-search.ts'
import { at, inside, searched } from './inside-route.ts'
import { optionalText } from './optional-text.ts'

export const workRoutes = [
  createRoute({
    ...at('/', () => import('../routes/home.tsx'), 'HomePage'),
    // Asks before the frame appears, because the frame takes its facts from the overview.
    loader: ({ context }) => void context.queryClient.prefetchQuery(overviewQuery),
  }),
  createRoute(searched('/board', () => import('../routes/board.tsx'), 'BoardPage', BoardSearch)),
  createRoute(searched('/posts', () => import('../routes/posts.tsx'), 'PostsPage', PostsSearch)),
  // The platform uses this address for posts.
  createRoute({
    getParentRoute: () => inside,
    path: '/posts/$id',
    beforeLoad: ({ params: { id } }) => {
      throw redirect({ to: '/posts', search: { post: id }, replace: true })
    },
  }),
  createRoute(
    searched(
      '/workflows',
      () => import('../routes/workflows.tsx'),
      'WorkflowsPage',
      WorkflowsSearch,
    ),
  ),
  createRoute({
    ...at(
      '/workflows/templates',
      () => import('../routes/workflow-templates.tsx'),
      'WorkflowTemplatesPage',
    ),
    validateSearch: TemplatesSearch,
  }),
  createRoute(
    searched(
      '/workflows/$id',
      () => import('../routes/workflow.tsx'),
      'WorkflowPage',
      CanvasSearch,
    ),
  ),
  createRoute(
    searched(
      '/approvals',
      () => import('../routes/approvals.tsx'),
      'ApprovalsPage',
      ApprovalsSearch,
    ),
  ),
  createRoute(at('/share', () => import('../routes/share.tsx'), 'SharePage')),
  createRoute(
    at('/notifications', () => import('../routes/notifications.tsx'), 'NotificationsPage'),
  ),
  createRoute(searched('/files', () => import('../routes/assets.tsx'), 'AssetsPage', AssetsSearch)),
  createRoute(
    searched('/channels', () => import('../routes/channels.tsx'), 'ChannelsPage', ChannelsSearch),
  ),
  createRoute(
    searched('/writing-guides', () => import('../routes/skills.tsx'), 'SkillsPage', SkillsSearch),
  ),
  createRoute(at('/writing-guides/new', () => import('../routes/new-skill.tsx'), 'NewSkillPage')),
  createRoute(
    searched('/writing-guides/$id', () => import('../routes/skill.tsx'), 'SkillPage', SkillSearch),
  ),
  createRoute({
    ...at('/agent-tasks/{-$id}', () => import('../routes/agent-runs.tsx'), 'AgentRunsPage'),
    validateSearch: ({ attempt }): { attempt?: number | undefined } =>
      typeof attempt === 'number' ? { attempt } : {},
  }),
  createRoute(
    searched(
      '/sites',
      () => import('../routes/sites.tsx'),
      'SitesPage',
      z.object({ create: optionalText }),
    ),
  ),
  createRoute(at('/sites/$id', () => import('../routes/site.tsx'), 'SitePage')),
  createRoute(
    at('/sites/templates/{-$id}', () => import('../routes/templates.tsx'), 'TemplatesPage'),
  ),
  createRoute(at('/operator', () => import('../routes/operator.tsx'), 'OperatorPage')),
  createRoute({
    ...at('/settings/{-$page}', () => import('../routes/settings.tsx'), 'SettingsPage'),
    validateSearch: z.object({
      endpoint: optionalText,
      status: optionalText,
      result: optionalText,
      action: optionalText,
      person: optionalText,
    }),
  }),
] as const
