import type { Access, Method, Operation } from './operation.ts'

type Own = Omit<Operation, 'tag' | 'access' | 'method' | 'path'>

const declare =
  <const G extends string, const A extends Access, const M extends Method>(tag: G, access: A, method: M) =>
  <const P extends Operation['path'], const T extends Own>(path: P, own: T) =>
    Object.freeze({ tag, access, method, path, ...own })

const byMethod = <const G extends string, const A extends Access>(tag: G, access: A) => ({
  get: declare(tag, access, 'get'),
  post: declare(tag, access, 'post'),
  put: declare(tag, access, 'put'),
  patch: declare(tag, access, 'patch'),
  delete: declare(tag, access, 'delete'),
})

/** Declares the operations of a tag by access, method and path: `tagged('Board').org.get('/api/tasks', { id, … })`. */
export const tagged = <const G extends string>(tag: G) => ({
  public: byMethod(tag, 'public'),
  optional: byMethod(tag, 'optional'),
  user: byMethod(tag, 'user'),
  org: byMethod(tag, 'org'),
  admin: byMethod(tag, 'admin'),
  operator: byMethod(tag, 'operator'),
})
