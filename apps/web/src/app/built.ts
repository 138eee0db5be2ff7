import type { ReactNode } from 'react'
import { pages as alarm } from '../alarm/index.ts'
import { pages as audit } from '../audit/index.ts'
import { pages as batches } from '../batches/index.ts'
import { pages as brands } from '../brands/index.ts'
import { pages as dashboards } from '../dashboards/index.ts'
import { pages as drills } from '../drills/index.ts'
import { pages as entities } from '../entities/index.ts'
import { pages as events } from '../events/index.ts'
import { pages as groups } from '../groups/index.ts'
import { pages as heartbeat } from '../heartbeat/index.ts'
import { pages as interfaces } from '../interfaces/index.ts'
import { pages as legal } from '../legal/index.ts'
import { pages as outbox } from '../outbox/index.ts'
import { pages as roles } from '../roles/index.ts'
import { pages as rules } from '../rules/index.ts'
import { pages as sessions } from '../sessions/index.ts'
import { pages as templates } from '../templates/index.ts'
import { pages as terminals } from '../terminals/index.ts'
import { pages as users } from '../users/index.ts'
import type { PagePath } from './paths.ts'

export type LoadPage = () => Promise<{ default: () => ReactNode }>

/** The pages that are built, in one place; every other path shows the not-found page and stands in no navigation. */
export const built: Readonly<Partial<Record<PagePath, LoadPage>>> = {
  ...alarm,
  ...audit,
  ...batches,
  ...brands,
  ...dashboards,
  ...drills,
  ...entities,
  ...events,
  ...groups,
  ...heartbeat,
  ...interfaces,
  ...legal,
  ...outbox,
  ...roles,
  ...rules,
  ...sessions,
  ...templates,
  ...terminals,
  ...users,
}

/** A page without parameters, once it is built: nobody is led to one that is not. */
export const onceBuilt = (path: PagePath): string | undefined => built[path] && path
