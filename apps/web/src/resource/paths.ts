import type { PagePath } from '../platform/navigation/paths.ts'

/** The address of an entry's page, by a path with one parameter. */
export const detailsPath = (path: PagePath, parameter: string) => (id: string) =>
  path.replace(`{${parameter}}`, encodeURIComponent(id))
