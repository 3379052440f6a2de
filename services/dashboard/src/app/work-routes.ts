import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { AssetsSearch } from '../assets/assets-search.ts'
import { BoardSearch } from '../board/board-search.ts'
import { ChannelsSearch } from '../channels/channels-search.ts'
import { page } from '../platform/load-page.ts'
import { PostsSearch } from '../posts/posts-search.ts'
import { SkillSearch, SkillsSearch } from '../skills/skills-search.ts'
import { CanvasSearch, TemplatesSearch, WorkflowsSearch } from '../workflows/workflows-search.ts'
import { inside } from './inside-route.ts'
import { optionalText } from './optional-text.ts'

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
const agentRuns = createRoute({
  getParentRoute: () => inside,
  path: '/agent-runs/{-$id}',
  validateSearch: ({ attempt }): { attempt?: number | undefined } =>
    typeof attempt === 'number' ? { attempt } : {},
  component: page(() => import('../routes/agent-runs.tsx'), 'AgentRunsPage'),
})
const sites = createRoute({
  getParentRoute: () => inside,
  path: '/sites',
  validateSearch: z.object({ create: optionalText }),
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
  validateSearch: TemplatesSearch,
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
  validateSearch: z.object({
    endpoint: optionalText,
    status: optionalText,
    result: optionalText,
    action: optionalText,
    person: optionalText,
  }),
  component: page(() => import('../routes/settings.tsx'), 'SettingsPage'),
})

/** The pages of the board, posts, workflows and what they use, of the operator and the settings. */
export const workRoutes = [
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
  agentRuns,
  sites,
  site,
  templates,
  operator,
  settings,
] as const
