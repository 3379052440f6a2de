import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { AssetsSearch } from '../assets/assets-search.ts'
import { BoardSearch } from '../board/board-search.ts'
import { ChannelsSearch } from '../channels/channels-search.ts'
import { PostsSearch } from '../posts/posts-search.ts'
import { SkillSearch, SkillsSearch } from '../skills/skills-search.ts'
import { CanvasSearch, TemplatesSearch, WorkflowsSearch } from '../workflows/workflows-search.ts'
import { at, inside } from './inside-route.ts'
import { optionalText } from './optional-text.ts'

const home = createRoute(at('/', () => import('../routes/home.tsx'), 'HomePage'))
const board = createRoute({
  ...at('/board', () => import('../routes/board.tsx'), 'BoardPage'),
  validateSearch: BoardSearch,
})
const posts = createRoute({
  ...at('/posts', () => import('../routes/posts.tsx'), 'PostsPage'),
  validateSearch: PostsSearch,
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
  ...at('/channels', () => import('../routes/channels.tsx'), 'ChannelsPage'),
  validateSearch: ChannelsSearch,
})
const assets = createRoute({
  ...at('/assets', () => import('../routes/assets.tsx'), 'AssetsPage'),
  validateSearch: AssetsSearch,
})
const skills = createRoute({
  ...at('/skills', () => import('../routes/skills.tsx'), 'SkillsPage'),
  validateSearch: SkillsSearch,
})
const newSkill = createRoute(at('/skills/new', () => import('../routes/new-skill.tsx'), 'NewSkillPage'))
const skill = createRoute({
  ...at('/skills/$id', () => import('../routes/skill.tsx'), 'SkillPage'),
  validateSearch: SkillSearch,
})
const agentRuns = createRoute({
  ...at('/agent-runs/{-$id}', () => import('../routes/agent-runs.tsx'), 'AgentRunsPage'),
  validateSearch: ({ attempt }): { attempt?: number | undefined } =>
    typeof attempt === 'number' ? { attempt } : {},
})
const sites = createRoute({
  ...at('/sites', () => import('../routes/sites.tsx'), 'SitesPage'),
  validateSearch: z.object({ create: optionalText }),
})
const site = createRoute(at('/sites/$id', () => import('../routes/site.tsx'), 'SitePage'))
const templates = createRoute(
  at('/sites/templates/{-$id}', () => import('../routes/templates.tsx'), 'TemplatesPage'),
)
const operator = createRoute(at('/operator', () => import('../routes/operator.tsx'), 'OperatorPage'))
const workflows = createRoute({
  ...at('/workflows', () => import('../routes/workflows.tsx'), 'WorkflowsPage'),
  validateSearch: WorkflowsSearch,
})
const workflowTemplates = createRoute({
  ...at('/workflows/templates', () => import('../routes/workflow-templates.tsx'), 'WorkflowTemplatesPage'),
  validateSearch: TemplatesSearch,
})
const workflow = createRoute({
  ...at('/workflows/$id', () => import('../routes/workflow.tsx'), 'WorkflowPage'),
  validateSearch: CanvasSearch,
})
const settings = createRoute({
  ...at('/settings/{-$page}', () => import('../routes/settings.tsx'), 'SettingsPage'),
  validateSearch: z.object({
    endpoint: optionalText,
    status: optionalText,
    result: optionalText,
    action: optionalText,
    person: optionalText,
  }),
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
