import type { VariableTable } from '../variable.ts'

/** Variables of planned features. The platform checks them, but no service reads them. */
export const plannedVariables = {
  DATABASE_MIGRATING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about:
      'Nothing reads this variable, because each service applies its migrations when it starts.',
  },
  DATABASE_SEEDING: {
    kind: 'public',
    type: 'boolean',
    default: false,
    about: 'Nothing reads this variable, because Atrium never fills a database with sample data.',
  },
  UPLOAD_DIR: {
    kind: 'public',
    type: 'text',
    lenient: true,
    derived: '{ATRIUM_HOME}/uploads',
    about:
      'Nothing reads this variable, because documents are files of the organisation (see Blob storage).',
  },
  VITE_API_URL: {
    kind: 'public',
    type: 'baseUrl',
    about: 'Nothing reads this variable, because the dashboard calls the API on its own origin.',
  },
} as const satisfies VariableTable
