import type { VariableTable } from './variable.ts'

/** Variables of features that do not exist yet: checked with the platform, read by no service. */
export const plannedVariables = {
  DATABASE_MIGRATING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they run migrations only.',
  },
  DATABASE_SEEDING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Set by tools while they fill a database with sample data.',
  },
  UPLOAD_DIR: {
    kind: 'public',
    type: 'text',
    lenient: true,
    derived: '{ATRIUM_HOME}/uploads',
    about: 'Directory of uploaded documents (media has its own, see Blob storage).',
  },
  VITE_API_URL: {
    kind: 'public',
    type: 'baseUrl',
    about: 'API origin compiled into the dashboard. It is shipped to browsers, so it must hold no secret.',
    whenUnset: 'The dashboard is built for the API on its own origin.',
  },
} as const satisfies VariableTable
